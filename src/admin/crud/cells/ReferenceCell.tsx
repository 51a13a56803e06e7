import { use } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import type { Row } from '#model/declaration.ts'
import { getAt, idOf, isObject } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { cameFrom } from '../came-from.ts'
import { targetOf } from '../references/target.ts'
import { useNames } from '../references/use-names.ts'
import { idsOf } from '../references/values.ts'
import css from './Cell.module.css'

/** So many of a list are shown; the others are counted. */
const MOST = 2

/**
 * What a record refers to, by name, each leading to its own record; several as chips. Names that the answer does
 * not bring are read for the whole page at once.
 */
export function ReferenceCell({
  resource,
  path,
  row,
  isWhole,
}: {
  resource: Resource
  path: string
  row: Row
  isWhole: boolean
}) {
  const location = useLocation()
  const { title } = use(PageContext)
  const value = getAt(row, path)
  // A declaration is checked for it at start.
  const target = targetOf(referenceAt(resource.create, path)?.to ?? '')
  const told = toldNames(target, value)
  const ids = idsOf(value)
  const names = useNames(
    target.name,
    ids.filter((id) => !told.has(id)),
  )
  const entries = ids.map((id) => ({
    id,
    name: told.get(id) ?? names.nameOf(id),
    isGone: !told.has(id) && names.isGone(id),
  }))
  const linked = ({ id, name, isGone }: (typeof entries)[number]) =>
    isGone ? (
      <i style={{ color: 'var(--muted)' }}>{name}</i>
    ) : (
      <Link
        className={css.link}
        to={pageAddress(target.page, id)}
        state={cameFrom(location, translate(title))}
        title={name}
        dir="auto"
      >
        {name}
      </Link>
    )
  const [only] = entries
  if (!only) return null
  if (entries.length === 1) return linked(only)
  const most = isWhole ? entries.length : MOST
  const others = entries.slice(most).map(({ name }) => name)
  return (
    <div className={css.several}>
      <ul className={css.names}>
        {entries.slice(0, most).map((one) => (
          <li key={one.id}>{linked(one)}</li>
        ))}
      </ul>
      {others.length > 0 ? <small title={others.join(', ')}>{`+${others.length}`}</small> : null}
    </div>
  )
}

/** The names that stand in the answer itself, where it has records in the place of ids. */
function toldNames(target: Resource, value: unknown): ReadonlyMap<string, string> {
  const entries = [value].flat().flatMap((one): [string, string][] => {
    const id = idOf(one)
    const name = isObject(one) ? nameOf(target, one as Row) : ''
    return typeof id === 'string' && name !== '' && name !== target.label.one ? [[id, name]] : []
  })
  return new Map(entries)
}
