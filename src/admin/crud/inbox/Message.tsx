import { CheckOutlined, DeleteOutlined, EditOutlined, RollbackOutlined } from '@ant-design/icons'
import { Button, Flex, Typography } from 'antd'
import { mailtoLink, replyLink } from '#admin/format/mailto.ts'
import { translate } from '#admin/format/translate.ts'
import { canDo } from '#admin/providers/access-control-provider.ts'
import { Absent } from '#admin/ui/Absent.tsx'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import type { Inbox, Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { ActionButtons } from '../actions/OwnActions.tsx'
import type { Runs } from '../actions/use-runs.ts'
import { Cell } from '../cells/Cell.tsx'
import { readMessage } from './read-message.ts'

interface Props {
  resource: Resource
  inbox: Inbox
  row: Row
}

/** A message: name, address, time and the text as typed. Nothing in it is a link. */
export function Message({ resource, inbox, row }: Props) {
  const { name, address, text, at } = readMessage(resource, inbox, row)
  return (
    <Flex vertical gap={20}>
      <Flex wrap align="center" gap="8px 12px">
        <Initials of={name} />
        <div style={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <div translate="no">
            <strong>
              <bdi>{name}</bdi>
            </strong>
          </div>
          {address ? (
            <Button
              type="link"
              href={mailtoLink(address)}
              style={{ maxWidth: '100%', paddingInline: 0, border: 0 }}
              dir="auto"
              translate="no"
            >
              {address}
            </Button>
          ) : (
            <Absent />
          )}
        </div>
        <Flex align="center" gap={12}>
          <DateText iso={at} absent="" hasTime />
          <Marks resource={resource} row={row} />
        </Flex>
      </Flex>
      <Typography.Text
        style={{ maxWidth: '68ch', fontSize: 15, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
        dir="auto"
      >
        {text || <Absent />}
      </Typography.Text>
    </Flex>
  )
}

export function Marks({ resource, row }: Omit<Props, 'inbox'>) {
  return resource.columns
    .filter(({ kind }) => kind === 'badge' || kind === 'status')
    .map((column) => <Cell key={column.label} resource={resource} column={column} row={row} />)
}

/** Actions on a message: Reply first, then those of the declaration. */
export function MessageTools({
  resource,
  inbox,
  row,
  runs,
  edit,
  remove,
}: Props & {
  runs: Runs
  /** Absent where edit and delete are offered elsewhere. */
  edit?: () => void
  remove?: () => void
}) {
  const message = readMessage(resource, inbox, row)
  const { name } = message
  return (
    <Flex wrap gap={8}>
      {message.address ? (
        <Button
          type="primary"
          icon={<RollbackOutlined aria-hidden="true" />}
          href={replyLink(message)}
          aria-label={translate('Reply to {name}', { name })}
        >
          {translate('Reply')}
        </Button>
      ) : null}
      <ActionButtons
        {...{ resource, row, runs }}
        actions={resource.rowActions}
        icon={<CheckOutlined aria-hidden="true" />}
      />
      {edit && canDo(resource, 'edit', row) ? (
        <Button
          icon={<EditOutlined aria-hidden="true" />}
          aria-label={translate('Edit {name}', { name })}
          onClick={edit}
        >
          {translate('Edit')}
        </Button>
      ) : null}
      {remove && canDo(resource, 'delete', row) ? (
        <Button
          icon={<DeleteOutlined aria-hidden="true" />}
          aria-label={translate('Delete {name}', { name })}
          onClick={remove}
        >
          {translate('Delete')}
        </Button>
      ) : null}
    </Flex>
  )
}
