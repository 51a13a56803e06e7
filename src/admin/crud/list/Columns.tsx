import type { Resource } from '#model/resource.ts'
import { hasRowActions } from './has-row-actions.ts'
import { ACTIONS_WIDTH, EXPAND_WIDTH, needOf } from './widths.ts'

/** Fixed widths: columns stand where they are while their rows load. */
export function Columns({ resource }: { resource: Resource }) {
  return (
    <colgroup>
      {resource.detail ? <col style={{ width: EXPAND_WIDTH }} /> : null}
      {resource.columns.map((column) => {
        const { width, grows } = needOf(resource, column)
        return <col key={column.label} {...(!grows && { style: { width } })} />
      })}
      {hasRowActions(resource) ? <col style={{ width: ACTIONS_WIDTH }} /> : null}
    </colgroup>
  )
}
