import { Empty, Skeleton } from 'antd'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { dayHeading } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import { repeat } from '#admin/ui/repeat.ts'
import { MOST_ACTIVITY } from '#contract/overview.ts'
import type { Resource } from '#model/resource.ts'
import { humanise } from '#model/words.ts'
import css from './RecentActivity.module.css'
import type { ActivityEntry } from './read-overview.ts'
import { recordAddress, sentenceOf, sentenceOfMany } from './sentences.ts'

interface Props {
  registry: readonly Resource[]
  /** Undefined while it is on the way. */
  entries: readonly ActivityEntry[] | undefined
}

/** HOME-02: what was done lately, by whom, in words, and when; each entry a link to what it was done to. */
export function RecentActivity({ registry, entries }: Props) {
  if (entries?.length === 0) return <Empty description={translate('No recent activity')} />
  return (
    <>
      {entries ? null : (
        <span className="sr-only" role="status">
          {translate('Loading…')}
        </span>
      )}
      <div aria-hidden={entries === undefined || undefined}>
        {entries
          ? byDay(entries, Date.now()).map(({ day, entries }) => (
              <Fragment key={entries[0]?.key}>
                {day === undefined ? null : <h3 className={css.day}>{day}</h3>}
                <ul className={css.events}>
                  {entries.map((entry) => (
                    <Event key={entry.key} entry={entry} registry={registry} />
                  ))}
                </ul>
              </Fragment>
            ))
          : [
              // Of the size that the entries of one day will have.
              <div key="day" className={css.day} />,
              ...repeat(MOST_ACTIVITY, (key) => (
                <div key={key} className={css.event}>
                  <Skeleton active avatar={{ size: 32 }} title={false} paragraph={{ rows: 1 }} />
                </div>
              )),
            ]}
      </div>
    </>
  )
}

interface Day {
  /** Undefined of what says no time. */
  day: string | undefined
  entries: ActivityEntry[]
}

/** The entries in their order, under the local day of each. */
function byDay(entries: readonly ActivityEntry[], now: number): Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const day = dayHeading(entry.timestamp, now)
    const last = days.at(-1)
    if (last?.day === day && last) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

function Event({ entry, registry }: Pick<Props, 'registry'> & { entry: ActivityEntry }) {
  const { person, eventType, timestamp, record, times } = entry
  const who = person ?? translate('System')
  const type = eventType ? translate(humanise(eventType)) : ''
  const sentence = sentenceOf(registry, entry)
  const { before, after } = sentence ?? { before: type && record ? `${type} · ` : type, after: '' }
  const to = record && recordAddress(registry, record)
  const many = sentenceOfMany(registry, entry)
  const isGoneSaid = sentence !== undefined && eventType.endsWith('_deleted')
  return (
    <li className={css.event}>
      <Initials of={who} isQuiet={person === undefined} />
      <div style={{ flex: '1 1 180px', minWidth: 0, lineHeight: '20px' }}>
        <span className={css.who}>
          <bdi {...(who && { translate: 'no' })}>{who || translate('Unknown user')}</bdi>
        </span>{' '}
        <span className={css.what}>
          {many ? (
            <Link to={pageAddress('activity')} className={css.link}>
              {many}
            </Link>
          ) : (
            before
          )}
          {many ? null : record && to ? (
            <Link to={to} className={css.link} dir="auto" title={record.name}>
              {record.name}
            </Link>
          ) : record ? (
            <bdi title={record.name}>{record.name}</bdi>
          ) : null}
          {many || !record || record.isLive || isGoneSaid ? null : (
            <span> {translate('(deleted)')}</span>
          )}
          {many === undefined && after}
          {times ? ` · ${translate('{count} times', { count: times })}` : null}
        </span>
      </div>{' '}
      {sentence ? <span className={css.type}>{type}</span> : null}{' '}
      <span className={css.when}>
        <DateText iso={timestamp} absent="N/A" hasTime isDaySaid />
      </span>
    </li>
  )
}
