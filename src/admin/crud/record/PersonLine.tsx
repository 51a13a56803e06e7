import { Tag } from 'antd'
import { use } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { DOINGS } from '#admin/format/doings.ts'
import { formatSeconds } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { LineRead } from '#admin/providers/adapters/read-record-facts.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import type { PeoplePart } from '#contract/people.ts'
import { registry } from '#resources/index.ts'
import { cameFrom } from '../came-from.ts'
import css from './RecordPeople.module.css'

/** A learner with what became of it, something that a user was given, a session, or what happened. */
export function PersonLine({ line, part }: { line: LineRead; part: PeoplePart }) {
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
    <Link to={pageAddress(found.page, record.id)} state={state} dir="auto">
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
