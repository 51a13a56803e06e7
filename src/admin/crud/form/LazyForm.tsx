import { type ComponentProps, Suspense } from 'react'
import { loadable } from '#admin/ui/loadable.tsx'
import { loadForm } from './ahead.ts'
import type { FormModal } from './FormModal.tsx'

const Loaded = loadable(loadForm, (module) => module.FormModal)

/** The form of a record. Its code comes with the first that opens, or before that by useFormAhead. */
export function LazyForm(props: ComponentProps<typeof FormModal>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
