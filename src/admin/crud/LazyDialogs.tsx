import { type ComponentProps, Suspense } from 'react'
import { loadable } from '#admin/ui/loadable.tsx'
import type { DeleteDialog } from './DeleteDialog.tsx'
import type { FormModal } from './form/FormModal.tsx'

const Form = loadable(
  () => import('./form/FormModal.tsx'),
  (module) => module.FormModal,
)
const Delete = loadable(
  () => import('./DeleteDialog.tsx'),
  (module) => module.DeleteDialog,
)

/** The form of a record. Its code comes with the first that opens, or before that by useFormAhead. */
export function LazyForm(props: ComponentProps<typeof FormModal>) {
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  )
}

/** The question before a deletion, which comes in the same way. */
export function LazyDelete(props: ComponentProps<typeof DeleteDialog>) {
  return (
    <Suspense fallback={null}>
      <Delete {...props} />
    </Suspense>
  )
}
