import { useQuery } from '@tanstack/react-query'
import { Flex, Skeleton, Tabs, Tag } from 'antd'
import { use, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { DOINGS } from '#admin/format/doings.ts'
import { counted, formatNumber, formatSeconds } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { mayReadAll } from '#admin/providers/access-control-provider.ts'
import type { LineRead, UsesRead } from '#admin/providers/record-facts.ts'
import { fetchPeople } from '#admin/providers/record-facts.ts'
import { PageNav } from '#admin/resource/list/PageNav.tsx'
import { PageContext } from '#admin/ui/arrival.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { Select } from '#admin/ui/Select.tsx'
import { giveTabRoles } from '#admin/ui/tab-roles.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import { SUBJECTS } from '#contract/insight/events.ts'
import type { LineState, PeoplePart } from '#contract/people.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { cameFrom } from '../came-from.ts'
import { pageCount } from '../list/paging.ts'
import { RecordCard } from './RecordCard.tsx'
import css from './RecordPeople.module.css'
import { useRecordKey } from './use-record.ts'

const TITLES: Readonly<Record<PeoplePart, string>> = {
  learners: 'Learners',
  missions: 'Missions',
  protocols: 'Protocols',
  mentors: 'Mentors',
  sessions: 'Sessions',
  timeline: 'Timeline',
}
const NOTHING: Readonly<Record<PeoplePart, string>> = {
  learners: 'No learner yet.',
  missions: 'No mission yet.',
  protocols: 'No protocol yet.',
  mentors: 'No mentor yet.',
  sessions: 'No session yet.',
  timeline: 'Nothing yet.',
}
/** Whose records each part names. */
const NAMES: Readonly<Record<PeoplePart, readonly string[]>> = {
  learners: ['users'],
  missions: [SUBJECTS.mission],
  protocols: [SUBJECTS.protocol],
  mentors: [SUBJECTS.mentor],
  sessions: [],
  timeline: [],
}

interface Props {
  resource: Resource
  id: string
  people: UsesRead['people']
}

/** What learners do with a record, or what a user has done: by the facts that analytics counts (REC-02). */
export function RecordPeople({ resource, id, people }: Props) {
  const [part, choose] = usePartInAddress(people)
  const shown = people.find((one) => one.part === part)
  if (!shown) return null
  if (people.length === 1)
    return (
      <RecordCard title={translate(TITLES[shown.part])}>
        <PartShown key={part} resource={resource} id={id} count={shown} />
      </RecordCard>
    )
  return (
    <RecordCard title={translate('In the app')}>
      <div ref={giveTabRoles}>
        <Tabs
          activeKey={shown.part}
          onChange={(next) => choose(next as PeoplePart)}
          items={people.map((one) => ({
            key: one.part,
            label: `${translate(TITLES[one.part])} ${formatNumber(one.total)}`,
            children:
              one === shown ? <PartShown resource={resource} id={id} count={shown} /> : null,
          }))}
        />
      </div>
    </RecordCard>
  )
}

/** The part that is shown stands in the address: whoever comes back finds it. */
function usePartInAddress(people: Props['people']) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const asked = new URLSearchParams(search).get('part')
  const part = people.find((one) => one.part === asked)?.part ?? people[0]?.part
  return [
    part,
    (next: PeoplePart) =>
      void navigate({ pathname, search: `?part=${next}` }, { replace: true, state }),
  ] as const
}

function PartShown({
  resource,
  id,
  count: { part, total, open },
}: Omit<Props, 'people'> & { count: Props['people'][number] }) {
  const [state, setState] = useState<LineState>()
  const [page, setPage] = useState(1)
  const keyOf = useRecordKey(resource, id)
  const isReadable = mayReadAll(NAMES[part])
  const asked = { part, state, page, limit: PAGE_SIZE }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: keyOf('people', asked),
    queryFn: async ({ signal }) => (await fetchPeople(resource, id, asked, signal)) ?? null,
    placeholderData: (previous) => previous,
    enabled: isReadable && total > 0,
  })
  if (total === 0) return <p className={css.none}>{translate(NOTHING[part])}</p>
  const summary = open === undefined ? '' : statesIn(total, open, part)
  if (!isReadable) return <p>{summary || counted(total, '{count} learner', '{count} learners')}</p>
  const pages = pageCount(data?.total ?? 0)
  return (
    <>
      {summary && part !== 'sessions' ? (
        <Flex
          wrap
          align="center"
          justify="space-between"
          gap="4px 16px"
          style={{ marginBlockEnd: 8, color: 'var(--muted)' }}
        >
          <span>{summary}</span>
          <Select
            aria-label={translate('State')}
            isClearable
            blank="All"
            value={state ?? ''}
            choices={STATES}
            onChange={({ target }) => {
              setState(STATES.find(({ value }) => value === target.value)?.value)
              setPage(1)
            }}
          />
        </Flex>
      ) : null}
      {error && !data ? (
        <FailureNotice
          isInCard
          text={error.message || translate('This could not be loaded.')}
          retry={() => void refetch()}
        />
      ) : (
        <ul
          className={css.lines}
          aria-label={translate(TITLES[part])}
          aria-busy={!data || isPlaceholderData}
          data-old={isPlaceholderData}
        >
          {data?.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no id, and keeps no state
            <PersonLine key={`${page} ${at}`} line={line} part={part} />
          )) ?? (
            <li>
              <Skeleton active title={false} paragraph={{ rows: Math.min(total, PAGE_SIZE) }} />
            </li>
          )}
        </ul>
      )}
      {data?.lines.length === 0 ? <p className={css.none}>{translate('None.')}</p> : null}
      {pages > 1 ? (
        <Flex justify="flex-end" style={{ marginBlockStart: 12 }}>
          <PageNav page={page} pages={pages} goTo={setPage} />
        </Flex>
      ) : null}
    </>
  )
}

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'completed', label: 'Completed' },
] as const

/** '12 open, 27 completed'. */
function statesIn(total: number, open: number, part: PeoplePart): string {
  if (part === 'sessions') return counted(total, '{count} session', '{count} sessions')
  return translate('{open} open, {completed} completed', {
    open,
    completed: total - open,
  })
}

/** A learner with what became of it, something that a user was given, a session, or what happened. */
function PersonLine({ line, part }: { line: LineRead; part: PeoplePart }) {
  const { at, state, progress, endedAt, rating, what } = line
  if (part === 'sessions')
    return (
      <li className={css.line}>
        <DateText iso={at} absent="N/A" hasTime />
        <span className={css.quiet}>
          {endedAt ? formatSeconds(secondsBetween(at, endedAt)) : translate('Still running')}
        </span>
      </li>
    )
  if (what) {
    const [before = '', after = ''] = translate(DOINGS[what][0]).split('{name}')
    return (
      <li className={css.line}>
        <span style={{ flex: '1', minWidth: 140, overflowWrap: 'anywhere' }}>
          {before}
          <Named line={line} />
          {after}
          {rating === undefined ? null : `, ${stars(rating)}`}
        </span>
        <span className={css.when}>
          <DateText iso={at} absent="N/A" hasTime />
        </span>
      </li>
    )
  }
  return (
    <li className={css.line}>
      <span style={{ flex: '1', minWidth: 140, overflowWrap: 'anywhere' }}>
        <Named line={line} />
      </span>
      {rating === undefined ? null : <span className={css.quiet}>{stars(rating)}</span>}
      {state === 'completed' ? <Tag color="green">{translate('Completed')}</Tag> : null}
      {state === 'open' ? (
        <Tag color="blue">{translate('Open, {percent} %', { percent: progress ?? 0 })}</Tag>
      ) : null}
      <span className={css.when}>
        <span className="sr-only">{translate(endedAt ? 'Completed' : 'Since')} </span>
        <DateText iso={endedAt || at} absent="N/A" />
      </span>
    </li>
  )
}

/** The record's name, which leads to it. */
function Named({ line: { record } }: { line: LineRead }) {
  const location = useLocation()
  const state = cameFrom(location, translate(use(PageContext).title))
  if (!record) return null
  const found = registry.find(({ name }) => name === record.resource)
  const noun = translateWithin(found?.label.one ?? 'record')
  const name = record.name || translate('Removed {noun}', { noun })
  if (!(found && record.isLive))
    return (
      <>
        <bdi>{name}</bdi>
        {record.name ? ` ${translate('(deleted)')}` : ''}
      </>
    )
  return (
    <Link className={css.name} to={pageAddress(found.page, record.id)} state={state} dir="auto">
      {name}
    </Link>
  )
}

function stars(rating: number): string {
  return translate('{rating} of 5 stars', { rating })
}

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000
}
