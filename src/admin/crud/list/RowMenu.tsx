import { translate } from '#admin/format/translate.ts'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import { hasOwnActions } from '#admin/providers/own-actions.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { canBeDone } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'
import { nameOf } from '#model/text-of.ts'
import { useRowButtons } from '../actions/room.ts'
import { useListScreen } from './list-screen.ts'
import { isOwnAccount } from './own-account.ts'

/**
 * What can be done with a record behind one button: all of it on a phone, else what has no button of its own in the
 * row.
 */
export function RowMenu({ row }: { row: Row }) {
  const { resource, edit, remove, runs, status } = useListScreen()
  const isPhone = useIsPhone()
  const buttons = useRowButtons(resource)
  const own = hasOwnActions && mayDo(resource, 'act', row) ? resource.rowActions : []
  const possible = own.filter((action) => canBeDone(action, row) && !buttons.includes(action))
  const items = [
    ...possible.map((action) => ({
      key: action.name,
      label: translate(action.label),
      isDangerous: action.isDangerous,
      choose: () => runs.begin(action, row),
    })),
    ...(isPhone && mayDo(resource, 'edit', row)
      ? [{ key: '+edit', label: translate('Edit'), choose: () => edit(row) }]
      : []),
    ...(status?.itemsOf(row) ?? []),
    ...(isPhone && mayDo(resource, 'delete', row) && !isOwnAccount(resource, row)
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
      isBusy={
        status?.isSending(row) === true || possible.some((action) => runs.isRunning(action, row))
      }
      items={items}
    />
  )
}
