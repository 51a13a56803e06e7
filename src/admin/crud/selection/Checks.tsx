import { Checkbox } from 'antd'
import type { CSSProperties } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Row } from '#model/declaration.ts'
import { nameOf } from '#model/text-of.ts'
import { useListScreen } from '../list/list-screen.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import type { Selection } from './use-selection.ts'

/** Touch target: as large as a finger on phones. */
const TARGET: CSSProperties = {
  alignItems: 'center',
  justifyContent: 'center',
  minWidth: 'var(--tool)',
  minHeight: 'var(--tool)',
}

/** Selects one record of a card or a message. */
export function RowCheck({ row }: { row: Row }) {
  const { resource, selection } = useListScreen()
  if (!selection?.isShown) return null
  return (
    <Checkbox
      style={TARGET}
      aria-label={translate('Select {name}', { name: nameOf(resource, row) })}
      checked={selection.has(row.id)}
      onChange={({ target }) => selection.toggle(row.id, target.checked)}
    />
  )
}

/** Selects the page, above a list without a table's head. */
export function PageCheck({
  list: { rows },
  selection,
}: {
  list: Pick<ResourceList, 'rows'>
  selection: Selection | undefined
}) {
  if (!selection?.isShown || rows.length === 0) return null
  const page = rows.map(({ id }) => id)
  const on = page.filter(selection.has).length
  const others = selection.ids.filter((id) => !page.includes(id))
  return (
    <Checkbox
      style={TARGET}
      checked={on === rows.length}
      indeterminate={on > 0 && on < rows.length}
      onChange={({ target }) => selection.choose(target.checked ? [...others, ...page] : others)}
    >
      {translate('Select all {count} on this page', { count: rows.length })}
    </Checkbox>
  )
}
