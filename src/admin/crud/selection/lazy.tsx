import { type ComponentProps, useState } from 'react'
import { Part } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'

const Bar = loadable(
  () => import('../bulk/SelectionBar.tsx'),
  (module) => module.SelectionBar,
)

/** What can be done with the chosen records: fetched when the first is chosen, and there from then on. */
export function SelectionBar(props: ComponentProps<typeof Bar>) {
  const [isUsed, use] = useState(false)
  if (!isUsed && props.selection.count > 0) use(true)
  if (!isUsed) return null
  return (
    <Part>
      <Bar {...props} />
    </Part>
  )
}
