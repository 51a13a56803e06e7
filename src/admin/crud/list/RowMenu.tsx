import { translate } from '#admin/format/translate.ts'
import { hasOwnActions } from '#admin/providers/own-actions.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { canBeDone } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import { nameOf } from '#model/text-of.ts'
import { mayDo } from '../may-do.ts'
import { useListScreen } from './list-screen.ts'
import { isOwnAccount } from './own-account.ts'

/** All that can be done with a record behind one button, where a row has no room for more. */
export function RowMenu({ row }: { row: Row }) {
  const { resource, edit, remove, runs, flags } = useListScreen()
  const own = hasOwnActions && mayDo(resource, 'act', row) ? resource.rowActions : []
  const possible = own.filter((action) => canBeDone(action, row))
  const turned = resource.columns.flatMap((column) =>
    column.kind === 'status' && flags?.may(row, column.path) ? column.path : [],
  )
  const items = [
    ...possible.map((action) => ({
      key: action.name,
      label: translate(action.label),
      isDangerous: action.isDangerous,
      choose: () => runs.begin(action, row),
    })),
    ...(mayDo(resource, 'edit', row)
      ? [{ key: '+edit', label: translate('Edit'), choose: () => edit(row) }]
      : []),
    ...turned.map((path) => ({
      key: `+${path}`,
      label: translate(getAt(row, path) === true ? 'Deactivate' : 'Activate'),
      choose: () => void flags?.turn(row, path),
    })),
    ...(mayDo(resource, 'delete', row) && !isOwnAccount(resource, row)
      ? [
          {
            key: '+delete',
            label: translate('Delete'),
            isDangerous: true,
            choose: () => remove(row),
          },
        ]
      : []),
  ]
  if (items.length === 0) return null
  return (
    <MoreMenu
      label={translate('More for {name}', { name: nameOf(resource, row) })}
      isBusy={possible.some((action) => runs.isRunning(action, row))}
      items={items}
    />
  )
}
