import { Link, useLocation } from 'react-router-dom'
import { listLink } from '#admin/format/list-address.ts'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { listFilters } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { cameFrom } from '../came-from.ts'
import { useListScreen } from '../list/list-screen.ts'
import { targetOf } from '../references/target.ts'

/** How many records of another resource refer to this one; it leads to them where their list can be narrowed so. */
export function UseCount({ resource, by, row }: { resource: Resource; by: string; row: Row }) {
  const location = useLocation()
  const count = useListScreen().counts?.get(row.id)?.uses[by]
  if (count === undefined) return null
  const users = targetOf(by)
  const filter = listFilters(users).find(({ to }) => to === resource.name)
  const text = formatNumber(count)
  if (count === 0 || !filter)
    return (
      <span
        style={{
          unicodeBidi: 'plaintext',
          fontVariantNumeric: 'tabular-nums',
          whiteSpace: 'nowrap',
        }}
      >
        {text}
      </span>
    )
  return (
    <Link
      to={listLink(users.page, { filters: { [filter.path]: row.id } })}
      state={cameFrom(location, translate(resource.title))}
      aria-label={translate('{count} {things} of {name}', {
        count: text,
        things: translateWithin(users.label.many),
        name: nameOf(resource, row),
      })}
    >
      {text}
    </Link>
  )
}
