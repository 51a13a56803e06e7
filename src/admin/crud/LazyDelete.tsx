import { type ComponentProps, Suspense } from 'react'
import { loadable } from '#admin/ui/loadable.tsx'
import type { DeleteDialog } from './DeleteDialog.tsx'
import { loadDelete } from './form/ahead.ts'

const Loaded = loadable(loadDelete, (module) => module.DeleteDialog)

/** The question before a deletion. Its code comes with the first one, or before that by useFormAhead. */
export function LazyDelete(props: ComponentProps<typeof DeleteDialog>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
