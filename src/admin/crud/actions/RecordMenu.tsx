import { translate } from '#admin/format/translate.ts'
import { canDo } from '#admin/providers/access-control-provider.ts'
import { hasOwnActions } from '#admin/providers/own-actions.ts'
import { type MenuItem, MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { canBeDone, type OwnAction } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { isOwnAccount, type StatusMenu } from '../use-status-menu.tsx'
import type { Runs } from './use-runs.ts'

/** A menu of a record's actions: the declared ones except `buttons`, and the given ones. */
export function RecordMenu({
  resource,
  row,
  runs,
  status,
  buttons = [],
  edit,
  remove,
}: {
  resource: Resource
  row: Row
  runs: Runs
  status: StatusMenu | undefined
  /** Actions that already have a button. */
  buttons?: readonly OwnAction[]
  edit?: ((row: Row) => void) | undefined
  remove?: ((row: Row) => void) | undefined
}) {
  const own = hasOwnActions && canDo(resource, 'act', row) ? resource.rowActions : []
  const actions = own.filter((action) => canBeDone(action, row) && !buttons.includes(action))
  const items: MenuItem[] = actions.map((action) => ({
    key: action.name,
    label: translate(action.label),
    isDangerous: action.isDangerous,
    choose: () => runs.begin(action, row),
  }))
  if (edit && canDo(resource, 'edit', row))
    items.push({ key: '+edit', label: translate('Edit'), choose: () => edit(row) })
  items.push(...(status?.itemsOf(row) ?? []))
  if (remove && canDo(resource, 'delete', row) && !isOwnAccount(resource, row))
    items.push({
      key: '+delete',
      label: translate('Delete'),
      isDangerous: true,
      choose: () => remove(row),
    })
  if (items.length === 0) return null
  return (
    <MoreMenu
      label={translate('More actions for {name}', { name: nameOf(resource, row) })}
      isBusy={status?.isSending(row) || actions.some((action) => runs.isRunning(action, row))}
      items={items}
    />
  )
}
