import { Empty, Flex, Skeleton, Tag, Typography } from 'antd'
import { Link } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import { MOST_ACTIVITY } from '#contract/overview.ts'
import type { Resource } from '#model/resource.ts'
import { humanise } from '#model/words.ts'
import css from './Home.module.css'
import type { ActivityEntry } from './read-overview.ts'
import { recordAddress, sentenceOf, sentenceOfMany } from './sentences.ts'

interface Props {
  registry: readonly Resource[]
  /** Undefined while loading. */
  entries: readonly ActivityEntry[] | undefined
}

export function RecentActivity({ registry, entries }: Props) {
  if (entries?.length === 0) return <Empty description={translate('No recent activity')} />
  if (!entries)
    return (
      <div className={css.events}>
        <span className="sr-only" role="status">
          {translate('Loading…')}
        </span>
        {[...Array(MOST_ACTIVITY).keys()].map((key) => (
          <div key={key} className={css.event} aria-hidden="true">
            <Skeleton active avatar={{ size: 32 }} title={false} paragraph={{ rows: 1 }} />
          </div>
        ))}
      </div>
    )
  return (
    <ul className={css.events}>
      {entries.map((entry) => (
        <Event key={entry.key} entry={entry} registry={registry} />
      ))}
    </ul>
  )
}

function Event({ entry, registry }: Pick<Props, 'registry'> & { entry: ActivityEntry }) {
  const { person, eventType, timestamp, record, times } = entry
  const who = person ?? translate('System')
  const type = eventType ? translate(humanise(eventType)) : ''
  const sentence = sentenceOf(registry, entry)
  const { before, after } = sentence ?? { before: type && record ? `${type} · ` : type, after: '' }
  const many = sentenceOfMany(registry, entry)
  const to = record && recordAddress(registry, record)
  const isGoneSaid = sentence !== undefined && eventType.endsWith('_deleted')
  const name = <bdi>{record?.name}</bdi>
  const named = to ? <Link to={to}>{name}</Link> : name
  return (
    <li>
      <Flex wrap align="center" gap="4px 12px" className={css.event ?? ''}>
        <Initials of={who} isQuiet={person === undefined} />
        <div className={css.words}>
          <Typography.Text strong ellipsis style={{ display: 'block' }}>
            <bdi {...(who && { translate: 'no' })}>{who || translate('Unknown user')}</bdi>
          </Typography.Text>{' '}
          <Typography.Text type="secondary">
            {many ? (
              <Link to={pageAddress('activity')}>{many}</Link>
            ) : (
              <>
                {before}
                {named}
                {!record || record.isLive || isGoneSaid ? null : ` ${translate('(deleted)')}`}
                {after}
              </>
            )}
            {times > 1 ? ` · ${translate('{count} times', { count: times })}` : null}
          </Typography.Text>
        </div>{' '}
        {sentence ? <Tag style={{ marginInlineEnd: 0 }}>{type}</Tag> : null}{' '}
        <DateText iso={timestamp} absent="N/A" hasTime />
      </Flex>
    </li>
  )
}
