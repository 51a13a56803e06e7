import { Badge, Empty, Flex, List, Typography } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { Marked } from '#admin/ui/Marked.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Row } from '#model/declaration.ts'
import { type Inbox, isNewIn } from '#model/inbox.ts'
import { Deletion } from '../deleted/Deletion.tsx'
import { ListSkeleton } from '../list/ListSkeleton.tsx'
import { type ListScreen, useListScreen } from '../list/list-screen.ts'
import { FoundIn } from '../list/RowLines.tsx'
import { RowCheck } from '../selection/Checks.tsx'
import css from './InboxPanes.module.css'
import { Marks } from './Letter.tsx'
import { readLetter } from './letter.ts'
import { OpenLetter } from './OpenLetter.tsx'
import type { Opened } from './use-opened.ts'

interface Props extends ListScreen {
  inbox: Inbox
  opened: Opened
  /** In the place of letters. */
  notice: ReactNode
}

/**
 * A list of letters, and beside it the open one (MSG-01). On a phone the list alone: a letter has a page of its own
 * there.
 */
export function InboxPanes({ inbox, opened, notice, ...screen }: Props) {
  const { resource, list } = screen
  const isPhone = useIsPhone()
  const letters = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    if (opened.id !== undefined && isPressed.current)
      heading.current?.focus({ preventScroll: true })
    isPressed.current = false
  }, [opened.id])

  const rows = () => [...(letters.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  /** Arrows go from letter to letter; the open one follows. */
  const walk = (event: KeyboardEvent) => {
    const all = rows()
    const at = all.findIndex((row) => row.querySelector('a') === document.activeElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    const row = next === undefined || at === -1 ? undefined : all[next]
    if (!row) return
    event.preventDefault()
    row.querySelector('a')?.focus()
    if (opened.id !== undefined && row.dataset.row) opened.open(row.dataset.row)
  }
  const close = () => {
    const { id } = opened
    opened.close()
    rows()
      .find(({ dataset }) => dataset.row === id)
      ?.querySelector('a')
      ?.focus()
  }

  return (
    <Flex align="flex-start" style={{ borderBlockStart: '1px solid var(--edge)' }}>
      <section
        ref={letters}
        aria-label={translate(resource.title)}
        onKeyDown={walk}
        style={isPhone ? { flex: 1, minWidth: 0 } : { flex: '0 1 380px', minWidth: 300 }}
      >
        {list.isPending ? <ListSkeleton isCards /> : null}
        {notice}
        {list.rows.length > 0 ? (
          <List
            loading={list.isOld}
            dataSource={[...list.rows]}
            rowKey="id"
            renderItem={(row) => (
              <Letter
                inbox={inbox}
                row={row}
                opened={opened}
                onOpen={() => {
                  isPressed.current = true
                }}
              />
            )}
          />
        ) : null}
      </section>
      {isPhone ? null : (
        // Each letter begins at its top.
        <div
          key={opened.id}
          style={{ flex: 1, minWidth: 0, borderInlineStart: '1px solid var(--edge)', ...STICKY }}
        >
          {opened.id === undefined ? (
            <Empty
              description={translate('Choose one of the {things} to read it here.', {
                things: translateWithin(resource.label.many),
              })}
            />
          ) : (
            <OpenLetter
              screen={screen}
              inbox={inbox}
              id={opened.id}
              heading={heading}
              open={opened.open}
              close={close}
            />
          )}
        </div>
      )}
    </Flex>
  )
}

/** A long letter scrolls by itself, with the list beside it. */
const STICKY = {
  position: 'sticky',
  insetBlockStart: 16,
  minHeight: 420,
  maxHeight: 'calc(100dvh - 32px)',
  overflowY: 'auto',
} as const

/** How much of a letter's text its row holds. */
const FIRST = 160

/** A letter in the list: who wrote, the subject, the first words, and when. */
function Letter({
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
  const { resource, list, selection } = useListScreen()
  const { name, subject, text, at } = readLetter(resource, inbox, row)
  const first = text.slice(0, FIRST).replace(/\s+/g, ' ')
  const isNew = isNewIn(inbox, row)
  const isOpen = row.id === opened.id
  return (
    <List.Item
      className={css.row ?? ''}
      style={{ padding: selection?.isShown ? '0 0 0 14px' : 0 }}
      data-row={row.id}
      data-open={isOpen}
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
        <Line>
          {isNew ? <Badge status="processing" /> : null}
          <Typography.Text ellipsis strong={isNew} style={{ flex: 1 }} dir="auto">
            <Marked text={name} />
          </Typography.Text>{' '}
          <DateText iso={at} absent="" show="relative" />
        </Line>{' '}
        <Line>
          <Typography.Text ellipsis strong={isNew} dir="auto">
            <Marked text={subject} />
          </Typography.Text>
        </Line>{' '}
        <Line>
          <Typography.Text ellipsis type="secondary" style={{ flex: 1 }} dir="auto">
            <Marked text={first} />
          </Typography.Text>{' '}
          {isNew ? null : <Marks resource={resource} row={row} />}
        </Line>
        <FoundIn resource={resource} row={row} texts={[name, subject, first]} />
        {list.deleted ? <Deletion row={row} hasWord={true} /> : null}
      </Link>
    </List.Item>
  )
}

function Line({ children }: { children: ReactNode }) {
  return (
    <Flex component="span" align="baseline" gap={8} style={{ minWidth: 0 }}>
      {children}
    </Flex>
  )
}
