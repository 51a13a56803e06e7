import type { ComponentProps } from 'react'
import { Part } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'

const Lazy = loadable(
  () => import('./DeletedActions.tsx'),
  (module) => module.DeletedActions,
)

/** What can be done with a deleted record; fetched by the first list of deleted ones. */
export function DeletedActions(props: ComponentProps<typeof Lazy>) {
  return (
    <Part>
      <Lazy {...props} />
    </Part>
  )
}
