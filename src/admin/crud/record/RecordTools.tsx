import { EditOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import { hasOwnActions } from '#admin/providers/own-actions.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { canBeDone } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { Runs } from '../actions/use-runs.ts'
import { Cell } from '../cells/Cell.tsx'
import { isOwnAccount } from '../list/own-account.ts'
import { useStatusMenu } from '../use-status-menu.tsx'
import { statusOf } from './facts.ts'

/** Beside a record's name: whether it is active, Edit, and a menu of all else that can be done with it. */
export function RecordTools({
  resource,
  row,
  runs,
  edit,
  remove,
}: {
  resource: Resource
  row: Row
  runs: Runs
  edit: () => void
  remove: () => void
}) {
  const badge = statusOf(resource)
  const status = useStatusMenu(resource)
  const may = (action: 'edit' | 'delete') =>
    resource.actions.includes(action) && mayDo(resource, action, row)
  const own = hasOwnActions && mayDo(resource, 'act', row) ? resource.rowActions : []
  // A letter's stand beside its Reply.
  const possible = resource.inbox ? [] : own.filter((action) => canBeDone(action, row))
  const items = [
    ...possible.map((action) => ({
      key: action.name,
      label: translate(action.label),
      isDangerous: action.isDangerous,
      choose: () => runs.begin(action, row),
    })),
    ...status.itemsOf(row),
    ...(may('delete') && !isOwnAccount(resource, row)
      ? [{ key: '+delete', label: translate('Delete'), isDangerous: true, choose: remove }]
      : []),
  ]
  return (
    <Flex align="center" gap={8}>
      {badge ? <Cell resource={resource} column={badge} row={row} /> : null}
      {may('edit') ? (
        <Button icon={<EditOutlined aria-hidden="true" />} onClick={edit}>
          {translate('Edit')}
        </Button>
      ) : null}
      {items.length > 0 ? (
        <MoreMenu
          label={translate('More for {name}', { name: nameOf(resource, row) })}
          isBusy={status.isSending(row) || possible.some((action) => runs.isRunning(action, row))}
          items={items}
        />
      ) : null}
      {status.question}
    </Flex>
  )
}
