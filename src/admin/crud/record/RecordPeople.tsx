import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Empty, List, Tabs, Tag, Typography } from 'antd'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { LEARNER_EVENTS } from '#admin/format/learner-events.ts'
import { counted, formatNumber, formatSeconds } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { canReadAll } from '#admin/providers/access-control-provider.ts'
import type { LineRead, UsesRead } from '#admin/providers/record-facts.ts'
import { fetchPeople } from '#admin/providers/record-facts.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { giveTabRoles } from '#admin/ui/tab-roles.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import { SUBJECTS } from '#contract/events.ts'
import type { PeoplePart } from '#contract/record-facts.ts'
import type { Resource } from '#model/resource.ts'
import { LogList } from '../changes/LogList.tsx'
import { RecordLink } from '../changes/RecordLink.tsx'
import { RecordCard } from './RecordCard.tsx'
import { useRecordKey } from './use-record.ts'

/** The title of each part, and the resource whose records it names. */
const PARTS: Readonly<Record<PeoplePart, readonly [title: string, names?: string]>> = {
  learners: ['Learners', 'users'],
  missions: ['Missions', SUBJECTS.mission],
  protocols: ['Protocols', SUBJECTS.protocol],
  mentors: ['Mentors', SUBJECTS.mentor],
  sessions: ['Sessions'],
  timeline: ['Timeline'],
}

interface Props {
  resource: Resource
  id: string
  people: UsesRead['people']
}

/** Learners' activity with a record, or a user's own activity, from the events that analytics counts. */
export function RecordPeople({ resource, id, people }: Props) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const asked = params.get('part')
  const shown = people.find(({ part }) => part === asked) ?? people[0]
  if (!shown) return null
  const body = <People key={shown.part} resource={resource} id={id} count={shown} />
  if (people.length === 1)
    return <RecordCard title={translate(PARTS[shown.part][0])}>{body}</RecordCard>
  return (
    <RecordCard title={translate('App activity')}>
      <div ref={giveTabRoles}>
        <Tabs
          activeKey={shown.part}
          onChange={(part) => setParams({ part }, { replace: true, state })}
          items={people.map(({ part, total }) => ({
            key: part,
            label: `${translate(PARTS[part][0])} ${formatNumber(total)}`,
            children: part === shown.part ? body : null,
          }))}
        />
      </div>
    </RecordCard>
  )
}

function People({
  resource,
  id,
  count: { part, total, open },
}: Omit<Props, 'people'> & { count: Props['people'][number] }) {
  const [page, setPage] = useState(1)
  const keyOf = useRecordKey(resource, id)
  const [, names] = PARTS[part]
  const isReadable = names === undefined || canReadAll([names])
  const asked = { part, page, limit: PAGE_SIZE }
  const query = useQuery({
    queryKey: keyOf('people', asked),
    queryFn: async ({ signal }) => {
      const { lines, ...pages } = await fetchPeople(resource, id, asked, signal)
      return { entries: lines, pagination: { page, ...pages } }
    },
    placeholderData: keepPreviousData,
    enabled: isReadable && total > 0,
  })
  if (total === 0) return <Empty description={translate('No activity yet.')} />
  const hasStates = open !== undefined && part !== 'sessions'
  const summary = translate('{open} open, {completed} completed', {
    open: open ?? 0,
    completed: total - (open ?? 0),
  })
  if (!isReadable)
    return hasStates ? summary : counted(total, '{count} learner', '{count} learners')
  return (
    <>
      {hasStates ? <Typography.Text type="secondary">{summary}</Typography.Text> : null}
      <LogList
        {...{ query, page }}
        goTo={setPage}
        keyOf={(line) => `${line.at} ${line.what} ${line.record?.id}`}
        render={(line) => <Line line={line} part={part} />}
        failure="Failed to load activity."
        nothing="No activity yet."
      />
    </>
  )
}

/** A session, an event, or a learner or record with its progress. */
function Line({ line, part }: { line: LineRead; part: PeoplePart }) {
  const { at, state, progress, endedAt, rating, what, record } = line
  const isSession = part === 'sessions'
  const isMoment = isSession || what !== undefined
  const [before, after] = what ? translate(LEARNER_EVENTS[what][0]).split('{name}') : []
  const length = endedAt ? formatSeconds((Date.parse(endedAt) - Date.parse(at)) / 1000) : undefined
  return (
    <List.Item style={{ flexWrap: 'wrap', gap: '0 12px' }}>
      <span style={{ flex: 1, minWidth: 140 }}>
        {isSession ? (length ?? translate('In progress')) : null}
        {before}
        {record ? <RecordLink record={record} /> : null}
        {after}
        {rating === undefined ? null : translate(', {rating} of 5 stars', { rating })}
      </span>
      {state === 'completed' ? <Tag color="green">{translate('Completed')}</Tag> : null}
      {state === 'open' ? (
        <Tag color="blue">{translate('Open, {percent} %', { percent: progress ?? 0 })}</Tag>
      ) : null}
      <span>
        {isMoment ? null : (
          <span className="sr-only">{translate(endedAt ? 'Completed' : 'Since')} </span>
        )}
        <DateText iso={isMoment ? at : endedAt || at} absent="N/A" hasTime={isMoment} />
      </span>
    </List.Item>
  )
}
