import { CheckOutlined, DeleteOutlined, EditOutlined, RollbackOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import { replyTo } from '#admin/format/reply-to.ts'
import { translate } from '#admin/format/translate.ts'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import type { Row } from '#model/declaration.ts'
import type { Inbox } from '#model/inbox.ts'
import type { Resource } from '#model/resource.ts'
import { ActionButtons } from '../actions/OwnActions.tsx'
import type { Runs } from '../actions/use-runs.ts'
import { isOwnAccount } from '../list/own-account.ts'
import { readLetter } from './letter.ts'

/** What can be done with a letter, in words: an answer first, then what its declaration says. */
export function LetterTools({
  resource,
  inbox,
  row,
  runs,
  edit,
  remove,
}: {
  resource: Resource
  inbox: Inbox
  row: Row
  runs: Runs
  /** Without these two, they stand elsewhere. */
  edit?: () => void
  remove?: () => void
}) {
  const letter = readLetter(resource, inbox, row)
  const { name } = letter
  const may = (action: 'edit' | 'delete') =>
    resource.actions.includes(action) && mayDo(resource, action, row)
  return (
    <Flex wrap gap={8}>
      {letter.address ? (
        <Button
          type="primary"
          icon={<RollbackOutlined aria-hidden="true" />}
          href={replyTo(letter)}
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
      {edit && may('edit') ? (
        <Button
          icon={<EditOutlined aria-hidden="true" />}
          aria-label={translate('Edit {name}', { name })}
          onClick={edit}
        >
          {translate('Edit')}
        </Button>
      ) : null}
      {remove && may('delete') && !isOwnAccount(resource, row) ? (
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
