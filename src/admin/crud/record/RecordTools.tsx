import { EditOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { RecordMenu } from '../actions/RecordMenu.tsx'
import type { Runs } from '../actions/use-runs.ts'
import { Cell } from '../cells/Cell.tsx'
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
  return (
    <Flex align="center" gap={8}>
      {badge ? <Cell resource={resource} column={badge} row={row} /> : null}
      {mayDo(resource, 'edit', row) ? (
        <Button icon={<EditOutlined aria-hidden="true" />} onClick={edit}>
          {translate('Edit')}
        </Button>
      ) : null}
      <RecordMenu
        {...{ resource, row, runs, status, remove }}
        // A letter's stand beside its Reply.
        buttons={resource.inbox ? resource.rowActions : []}
      />
      {status.question}
    </Flex>
  )
}
