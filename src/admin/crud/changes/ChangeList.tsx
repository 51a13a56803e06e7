import { useLogList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Flex, List, Tag, Typography } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { withinSentence } from '#admin/format/language.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { LogEntry, LogPage } from '#admin/providers/audit-log-provider.ts'
import { requestUndo, useIsUndoing } from '#admin/providers/undo-requests.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { Initials } from '#admin/ui/Initials.tsx'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import type { ChangeLine, EntryAction, Via } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { lowered } from '#model/words.ts'
import { ExpandButton } from '../list/ExpandButton.tsx'
import { useRecordKey } from '../record/use-record.ts'
import { resourceNamed } from '../references/target.ts'
import css from './ChangeList.module.css'
import { FieldTable } from './FieldTable.tsx'
import { LogList } from './LogList.tsx'
import { RecordLink } from './RecordLink.tsx'

const PAGE = 25

/** All changes that match the filters, latest first, with author, records and time. */
export function ChangeList({
  filters,
  page,
  goTo,
  nothing,
}: {
  filters: Readonly<Record<string, string>>
  page: number
  goTo: (page: number) => void
  nothing: string
}) {
  const query = useLogList<LogPage>({
    resource: '',
    meta: { page, filters: { ...filters, limit: String(PAGE) } },
    queryOptions: { placeholderData: keepPreviousData, refetchOnWindowFocus: true },
  })
  return (
    <LogList
      {...{ query, page, goTo, nothing }}
      failure="Failed to load changes."
      keyOf={({ id }) => id}
      render={(entry) => (
        <Change entry={entry} name={nameOf(entry)} words={<Sentence entry={entry} />}>
          <Records change={entry.id} />
        </Change>
      )}
    />
  )
}

/** The changes of one record, latest first, by field. */
export function History({ resource, id }: { resource: Resource; id: string }) {
  const [page, setPage] = useState(1)
  const keyOf = useRecordKey(resource, id)
  const query = useLogList<LogPage>({
    resource: resource.name,
    meta: { id, page },
    // Invalidated with the record.
    queryOptions: { queryKey: keyOf('history', { page }), placeholderData: keepPreviousData },
  })
  return (
    <LogList
      {...{ query, page }}
      goTo={setPage}
      failure="Failed to load history."
      nothing="No changes yet."
      keyOf={({ id: change }) => change}
      render={(entry) => {
        const name = translate(HERE[entry.action])
        return (
          // The page itself shows the values that the record was created with.
          <Change entry={entry} name={name} words={name} isOpenAtFirst={entry.action !== 'create'}>
            {Object.keys(entry.data).length > 0 ? <Fields entry={entry} /> : null}
          </Change>
        )
      }}
    />
  )
}

function Change({
  entry: { id, author, createdAt, meta },
  name,
  words,
  isOpenAtFirst = false,
  children,
}: {
  entry: LogEntry
  /** Names the change for screen readers. */
  name: string
  words: ReactNode
  isOpenAtFirst?: boolean
  /** Details of the entry; null without any. */
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const area = useRef<HTMLDivElement>(null)
  // The Undo button disappears once the change is undone.
  useKeptFocus(area, { fallback: '[aria-expanded]' })
  const isUndoing = useIsUndoing(id)
  const who = author?.name ?? meta.provider ?? translate('System')
  const source = SOURCES[meta.via]
  const undo = () => requestUndo({ changeId: id })
  return (
    <List.Item ref={area} className={css.row ?? ''} style={{ flexWrap: 'wrap', gap: '8px 12px' }}>
      <Initials of={who} isQuiet={author === undefined} />
      <div style={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <strong dir="auto" translate="no">
          {who}
        </strong>{' '}
        <Typography.Text type="secondary" style={{ display: 'block' }}>
          {words}
          {source === undefined ? null : ` · ${translate(source)}`}
        </Typography.Text>
      </div>
      {meta.undoneBy === undefined ? null : <Tag color="yellow">{translate('Undone')}</Tag>}
      <DateText iso={createdAt} absent="N/A" hasTime />
      <Flex justify="flex-end" style={{ minWidth: 144 }}>
        {meta.canUndo && meta.undoneBy === undefined ? (
          <>
            <Button
              className={css.undo ?? ''}
              type="text"
              aria-label={translate('Undo: {name}', { name })}
              loading={isUndoing}
              onClick={undo}
            >
              {translate('Undo')}
            </Button>
            <MoreMenu
              label={translate('More actions for {name}', { name })}
              isBusy={isUndoing}
              items={[{ key: 'undo', label: translate('Undo'), choose: undo }]}
            />
          </>
        ) : null}
        {children ? (
          <ExpandButton id={id} name={name} isOpen={isOpen} toggle={() => setOpen(!isOpen)} />
        ) : null}
      </Flex>
      {isOpen && children ? (
        <div id={`detail-${id}`} style={{ flexBasis: '100%', minWidth: 0 }}>
          {children}
        </div>
      ) : null}
    </List.Item>
  )
}

function Records({ change }: { change: string }) {
  const [page, setPage] = useState(1)
  const query = useLogList<LogPage>({
    resource: '',
    meta: { change, page },
    queryOptions: { placeholderData: keepPreviousData },
  })
  const isMany = (query.data?.pagination.total ?? 0) > 1
  return (
    <LogList
      {...{ query, page }}
      goTo={setPage}
      failure="Failed to load the change."
      nothing="No results found."
      keyOf={({ resource, meta }) => `${resource} ${meta.id}`}
      render={(entry) => (
        <List.Item style={{ display: 'block' }}>
          {isMany ? (
            <h2 style={{ marginBlockEnd: 4, fontSize: 14 }}>
              <Sentence entry={entry} />
            </h2>
          ) : null}
          <Fields entry={entry} />
        </List.Item>
      )}
    />
  )
}

function Fields({
  entry: { id: change, action, data, previousData, resource: name, meta },
}: Props) {
  const resource = resourceNamed(name)
  const paths = Object.keys(data)
  if (!resource || paths.length === 0)
    return <Typography.Text type="secondary">{translate('No fields changed.')}</Typography.Text>
  return (
    <FieldTable
      resource={resource}
      fields={Object.fromEntries(
        paths.map((path) => [path, { was: previousData[path], is: data[path] }]),
      )}
      undo={
        meta.canUndo && action === 'update' && meta.id !== undefined
          ? { change, id: meta.id }
          : undefined
      }
    />
  )
}

interface Props {
  entry: LogEntry
}

/** 'Updated the mission Draw a map'; of several 'Updated 143 users: Ada, Bea, Cleo and 140 more'. */
function Sentence({ entry: { meta } }: Props) {
  const { counts, records } = meta
  const count = counts.reduce((sum, one) => sum + one.count, 0)
  const [first] = records
  if (!first) return translate('No recorded fields changed')
  if (count === 1) {
    const noun = translateWithin(resourceNamed(first.resource)?.label.one ?? 'Record')
    const what = translate('the {noun} {name}', { noun })
    const [before, after] = translate(DONE[first.action], { what }).split('{name}')
    return (
      <>
        {before}
        <RecordLink record={first} />
        {after}
      </>
    )
  }
  return (
    <>
      {doneToMany(counts)}
      {': '}
      {records.map((record, at) => (
        <span key={`${record.resource} ${record.id} ${record.action}`}>
          {at > 0 ? ', ' : null}
          <RecordLink record={record} />
        </span>
      ))}
      {count > records.length
        ? translate(' and {count} more', { count: count - records.length })
        : null}
    </>
  )
}

function nameOf({ meta: { records, counts } }: LogEntry): string {
  return records.length === 1 ? (records[0]?.name ?? '') : doneToMany(counts)
}

const DONE: Readonly<Record<EntryAction, string>> = {
  create: 'Created {what}',
  update: 'Updated {what}',
  delete: 'Deleted {what}',
  restore: 'Restored {what}',
  erase: 'Erased {what}',
}
const HERE: Readonly<Record<EntryAction, string>> = {
  create: 'Created',
  update: 'Updated',
  delete: 'Deleted',
  restore: 'Restored',
  erase: 'Erased',
}

/** Sources of changes other than the console's own forms and lists. */
const SOURCES: Partial<Record<Via, string>> = {
  undo: 'Undo',
  command: 'Command line',
  public: 'Landing page',
  import: 'Import',
  agent: 'Agent',
  token: 'API token',
  'sign-on': 'Single sign-on',
}

/** 'Deleted 2 missions, updated 1 user' */
function doneToMany(counts: ChangeLine['counts']): string {
  const parts = counts.map(({ resource, action, count }) => {
    const { one, many } = resourceNamed(resource)?.label ?? { one: 'record', many: 'records' }
    const what = counted(count, `{count} ${lowered(one)}`, `{count} ${lowered(many)}`)
    return translate(DONE[action], { what })
  })
  return parts.map((part, at) => (at === 0 ? part : withinSentence(part))).join(', ')
}
