import { Link } from 'react-router-dom'
import { initialsOf } from '#admin/format/initials.ts'
import { translate } from '#admin/format/translate.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { EmptyNotice } from '#admin/ui/Notice.tsx'
import { MOST_ACTIVITY } from '#contract/overview.ts'
import type { Resource } from '#model/resource.ts'
import { humanise } from '#model/words.ts'
import type { ActivityEntry, NamedRecord } from './read-overview.ts'
import { recordAddress } from './record-address.ts'
import './recent-activity.css'
import { sentenceOf } from './sentences.ts'

interface Props {
  registry: readonly Resource[]
  /** Undefined while it is on the way. */
  entries: readonly ActivityEntry[] | undefined
}

/** HOME-02: what was done lately, by whom, in words, and when; each entry a link to what it was done to. */
export function RecentActivity({ registry, entries }: Props) {
  return (
    <section className="home-panel" aria-labelledby="recent-activity">
      <h2 id="recent-activity">{translate('Recent Activity')}</h2>
      {entries === undefined ? <Waiting /> : null}
      {entries?.length === 0 ? <EmptyNotice text={translate('No recent activity')} /> : null}
      {entries && entries.length > 0 ? (
        <ul className="home-events">
          {entries.map((entry) => (
            <Event key={entry.key} entry={entry} registry={registry} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function Event({ entry, registry }: Pick<Props, 'registry'> & { entry: ActivityEntry }) {
  const { person, eventType, timestamp, record } = entry
  const who = person ?? translate('System')
  const type = eventType ? translate(humanise(eventType)) : ''
  const sentence = sentenceOf(registry, entry)
  const { before, after } = sentence ?? { before: type && record ? `${type} · ` : type, after: '' }
  return (
    <li className="home-event">
      <span
        className={`crud-initials ${person === undefined ? 'home-event__system' : ''}`}
        aria-hidden="true"
      >
        {initialsOf(who)}
      </span>
      <div className="home-event__text">
        <span className="home-event__who" dir="auto">
          {who || translate('Unknown user')}
        </span>{' '}
        <span className="home-event__what">
          {before}
          {record ? (
            <RecordName
              record={record}
              registry={registry}
              isGoneSaid={sentence !== undefined && eventType.endsWith('_deleted')}
            />
          ) : null}
          {after}
        </span>
      </div>{' '}
      {sentence ? <span className="home-event__type">{type}</span> : null}{' '}
      <DateText iso={timestamp} absent="N/A" hasTime />
    </li>
  )
}

function RecordName({
  record,
  registry,
  isGoneSaid,
}: Pick<Props, 'registry'> & { record: NamedRecord; isGoneSaid: boolean }) {
  const to = recordAddress(registry, record)
  if (to)
    return (
      <Link to={to} className="home-event__link" dir="auto" title={record.name}>
        {record.name}
      </Link>
    )
  return (
    <>
      <bdi title={record.name}>{record.name}</bdi>
      {record.isLive || isGoneSaid ? null : (
        <span className="home-event__gone"> {translate('(deleted)')}</span>
      )}
    </>
  )
}

/** Rows of the size that the entries will have. */
function Waiting() {
  return (
    <>
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      <ul className="home-events" aria-hidden="true">
        {Array.from({ length: MOST_ACTIVITY }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
          <li key={index} className="home-event">
            <span className="home-event__blank" />
            <div className="home-event__text">
              <span className="crud-bone" />
              <span className="crud-bone" />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
