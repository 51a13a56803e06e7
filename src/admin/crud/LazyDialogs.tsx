import { type ComponentProps, Suspense, useEffect } from 'react'
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

/** The form of a record. Its code loads when the first one opens, or is preloaded by PreloadForms. */
export function LazyForm(props: ComponentProps<typeof FormModal>) {
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  )
}

/** The delete dialog, loaded in the same way. */
export function LazyDelete(props: ComponentProps<typeof DeleteDialog>) {
  return (
    <Suspense fallback={null}>
      <Delete {...props} />
    </Suspense>
  )
}

const PRELOAD_DELAY = 300

/** Preloads the code of forms and dialogs while the screen is idle, so that the first one opens at once. */
export function PreloadForms() {
  useEffect(() => {
    const timer = setTimeout(() => {
      void Form.preload()
      void Delete.preload()
    }, PRELOAD_DELAY)
    return () => clearTimeout(timer)
  }, [])
  return null
}
