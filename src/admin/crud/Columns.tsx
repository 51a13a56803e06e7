import type { Resource } from '#model/resource.ts'
import { hasRowActions } from './has-row-actions.ts'
import { ACTIONS_WIDTH, EXPAND_WIDTH, NEEDS } from './widths.ts'

/** Fixed widths: columns stand where they are while their rows load. */
export function Columns({ resource }: { resource: Resource }) {
  return (
    <colgroup>
      {resource.detail ? <col style={{ width: EXPAND_WIDTH }} /> : null}
      {resource.columns.map(({ kind, label }) => (
        <col key={label} {...(!NEEDS[kind].grows && { style: { width: NEEDS[kind].width } })} />
      ))}
      {hasRowActions(resource) ? <col style={{ width: ACTIONS_WIDTH }} /> : null}
    </colgroup>
  )
}
