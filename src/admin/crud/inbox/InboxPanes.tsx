import { CloseOutlined } from '@ant-design/icons'
import { Badge, Button, Collapse, Empty, Flex, List, Skeleton, Typography } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { hasChanges } from '#admin/http/session.ts'
import { isStatus } from '#admin/providers/http-client.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { Marked } from '#admin/ui/Marked.tsx'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Inbox, Row } from '#model/declaration.ts'
import { attempt } from '#model/paths.ts'
import { History } from '../changes/ChangeList.tsx'
import { Deletion } from '../deleted/Deletion.tsx'
import { ListSkeleton } from '../list/ListSkeleton.tsx'
import { type ListScreen, useListScreen } from '../list/list-screen.ts'
import { RecordGone } from '../record/RecordGone.tsx'
import { useRecord } from '../record/use-record.ts'
import { RowCheck } from '../selection/Checks.tsx'
import css from './InboxPanes.module.css'
import { Marks, Message, MessageTools } from './Message.tsx'
import { readMessage } from './read-message.ts'
import type { Opened } from './use-opened.ts'

interface Props {
  inbox: Inbox
  opened: Opened
}

/** A list of messages with the open one beside it. Phones show only the list; a message has its own page there. */
export function InboxPanes({ inbox, opened, notice }: Props & { notice: ReactNode }) {
  const { resource, list } = useListScreen()
  const isPhone = useIsPhone()
  return (
    <Flex align="flex-start" style={{ borderBlockStart: '1px solid var(--edge)' }}>
      <section
        aria-label={translate(resource.title)}
        style={isPhone ? { flex: 1, minWidth: 0 } : { flex: '0 1 380px', minWidth: 300 }}
      >
        {list.isPending ? <ListSkeleton isCards /> : null}
        {notice}
        {list.rows.length > 0 ? (
          <List
            loading={list.isOld}
            dataSource={[...list.rows]}
            rowKey="id"
            renderItem={(row) => <MessageLine {...{ inbox, opened, row }} />}
          />
        ) : null}
      </section>
      {isPhone ? null : (
        <div style={PANE}>
          {opened.id === undefined ? (
            <Empty
              description={translate('No {noun} selected', {
                noun: translateWithin(resource.label.one),
              })}
            />
          ) : (
            <OpenMessage {...{ inbox, opened }} id={opened.id} />
          )}
        </div>
      )}
    </Flex>
  )
}

/** A long message scrolls separately from the list. */
const PANE = {
  flex: 1,
  position: 'sticky',
  insetBlockStart: 16,
  minWidth: 0,
  minHeight: 420,
  borderInlineStart: '1px solid var(--edge)',
} as const

const FIRST = 160

function MessageLine({ inbox, opened, row }: Props & { row: Row }) {
  const { resource, list, selection } = useListScreen()
  const { name, subject, text, at } = readMessage(resource, inbox, row)
  const first = text.slice(0, FIRST).replace(/\s+/g, ' ')
  const isNew = attempt(() => inbox.isNew(row as never)) === true
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
        id={linkId(row.id)}
        className={css.link}
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
        {list.deleted ? <Deletion row={row} hasWord={true} /> : null}
      </Link>
    </List.Item>
  )
}

const linkId = (id: string) => `message-${id}`

function Line({ children }: { children: ReactNode }) {
  return (
    <Flex component="span" align="baseline" gap={8} style={{ minWidth: 0 }}>
      {children}
    </Flex>
  )
}

/** The open message with its actions. */
function OpenMessage({ inbox, opened, id }: Props & { id: string }) {
  const { resource, list, runs, edit, remove }: ListScreen = useListScreen()
  const { result, query } = useRecord(resource, id)
  const heading = useRef<HTMLHeadingElement>(null)
  const isGone = isStatus(query.error, 404)
  const row = isGone ? undefined : (result ?? list.rows.find((one) => one.id === id))
  const noun = translateWithin(resource.label.one)
  const label = translate(resource.label.one)
  useEffect(() => {
    if (id) heading.current?.focus({ preventScroll: true })
  }, [id])
  return (
    <Flex
      component="section"
      vertical
      aria-label={label}
      style={{ maxHeight: 'calc(100dvh - 32px)' }}
    >
      <Flex
        component="header"
        wrap
        justify="space-between"
        gap="10px 16px"
        style={{ padding: '16px 16px 14px 24px', borderBlockEnd: '1px solid var(--edge)' }}
      >
        <h2
          ref={heading}
          tabIndex={-1}
          dir="auto"
          style={{ flex: 1, fontSize: 18, outline: 'none', overflowWrap: 'anywhere' }}
        >
          {(row && readMessage(resource, inbox, row).subject) || label}
        </h2>
        <Button
          type="text"
          aria-label={translate('Close {noun}', { noun })}
          icon={<CloseOutlined aria-hidden="true" />}
          onClick={() => {
            opened.close()
            document.getElementById(linkId(id))?.focus()
          }}
        />
        {row ? (
          <div style={{ flexBasis: '100%' }}>
            <MessageTools
              {...{ resource, inbox, runs, row }}
              edit={() => edit(row)}
              remove={() => remove(row)}
            />
          </div>
        ) : null}
      </Flex>
      {/* The key scrolls each message to its top. */}
      <div key={id} style={{ minHeight: 0, padding: '20px 24px 32px', overflowY: 'auto' }}>
        {isGone ? <RecordGone resource={resource} id={id} /> : null}
        {row ? (
          <>
            <Message resource={resource} inbox={inbox} row={row} />
            {hasChanges() ? (
              <Collapse
                ghost
                style={{ marginBlockStart: 32 }}
                items={[
                  {
                    key: 'history',
                    label: translate('History'),
                    children: <History resource={resource} id={id} />,
                  },
                ]}
              />
            ) : null}
          </>
        ) : isGone ? null : query.error ? (
          <FailureNotice
            text={query.error.message || translate('Failed to load this {noun}.', { noun })}
            retry={() => void query.refetch()}
          />
        ) : (
          <Skeleton active paragraph={{ rows: 5 }} aria-label={translate('Loading…')} />
        )}
      </div>
    </Flex>
  )
}
