import { translate } from '#admin/format/translate.ts'
import { Checkbox } from '#admin/ui/Checkbox.tsx'
import type { Row } from '#model/declaration.ts'
import { nameOf } from '#model/text-of.ts'
import { useListScreen } from '../list/list-screen.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import type { Selection } from './use-selection.ts'

/** Selects one record of a card or a letter. */
export function RowCheck({ row }: { row: Row }) {
  const { resource, selection } = useListScreen()
  if (!selection?.isShown) return null
  return (
    <Checkbox
      label={translate('Select {name}', { name: nameOf(resource, row) })}
      isOn={selection.has(row.id)}
      onToggle={(isOn) => selection.toggle(row, isOn)}
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
  const on = rows.filter(({ id }) => selection.has(id)).length
  const label = translate('Select all {count} on this page', { count: rows.length })
  return (
    <Checkbox
      label={label}
      words={label}
      isOn={on === rows.length}
      isPartly={on > 0 && on < rows.length}
      onToggle={selection.togglePage}
    />
  )
}
