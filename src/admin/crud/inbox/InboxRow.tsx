import { Flex, Typography } from 'antd'
import { Link } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { NewMark } from '#admin/ui/Badge.tsx'
import { DateText } from '#admin/ui/DateText.tsx'
import { Marked } from '#admin/ui/Marked.tsx'
import type { Row } from '#model/declaration.ts'
import { type Inbox, isNewIn } from '#model/inbox.ts'
import { Deletion } from '../deleted/Deletion.tsx'
import { useListScreen } from '../list/list-screen.ts'
import { FoundIn } from '../list/RowLines.tsx'
import { RowCheck } from '../selection/Checks.tsx'
import css from './InboxRow.module.css'
import { Marks } from './Letter.tsx'
import { readLetter } from './letter.ts'
import type { Opened } from './use-opened.ts'

/** The first words of a letter; more would not stand in its line. */
const FIRST = 160

/** A letter in the list: who wrote, of what, the first words and when. All of it opens the letter. */
export function InboxRow({
  inbox,
  row,
  opened,
  onOpen,
}: {
  inbox: Inbox
  row: Row
  opened: Opened
  /** It was pressed. */
  onOpen: () => void
}) {
  const { resource, list, fresh, selection } = useListScreen()
  const { name, subject, text, at } = readLetter(resource, inbox, row)
  const first = text.slice(0, FIRST).replace(/\s+/g, ' ')
  const isNew = isNewIn(inbox, row)
  const isOpen = row.id === opened.id
  return (
    <li
      className={css.row}
      data-row={row.id}
      data-open={isOpen}
      data-new={isNew}
      data-chosen={selection?.has(row.id)}
    >
      <RowCheck row={row} />
      <Link
        {...opened.linkTo(row.id)}
        className={css.link}
        onClick={onOpen}
        {...(isOpen && { 'aria-current': 'true' })}
      >
        {isNew ? <span className="sr-only">{translate('New')}, </span> : null}
        <Flex component="span" align="baseline" gap={8} style={{ minWidth: 0 }}>
          <span className={css.name} dir="auto">
            <Marked text={name} />
          </span>{' '}
          {row.id === fresh.row?.id ? <NewMark isBack={fresh.isBack} /> : null}
          <span className={css.when}>
            <DateText iso={at} absent="" show="relative" />
          </span>
        </Flex>{' '}
        <span className={css.subject} dir="auto">
          <Marked text={subject} />
        </span>{' '}
        <Flex component="span" align="baseline" gap={8} style={{ minWidth: 0 }}>
          <span className={css.first} dir="auto">
            <Marked text={first} />
          </span>{' '}
          {isNew ? null : <Marks resource={resource} row={row} />}
        </Flex>
        <FoundIn resource={resource} row={row} texts={[name, subject, first]} />
      </Link>
      {list.deleted ? (
        <Typography.Text type="secondary" style={{ fontSize: 12, gridColumn: '2 / -1' }}>
          <Deletion row={row} hasWord={true} />
        </Typography.Text>
      ) : null}
    </li>
  )
}
