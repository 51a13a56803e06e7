import { Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { listLink } from '#admin/format/list-address.ts'
import { translate, translateCount } from '#admin/format/translate.ts'
import { numberOf, useNeeds } from '#admin/providers/needs.ts'
import { MenuIcon } from '#admin/ui/icons.tsx'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { repeat } from '#admin/ui/repeat.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import type { NeedCount } from '#contract/needs.ts'
import type { Need } from '#model/needs.ts'
import type { Resource } from '#model/resource.ts'
import css from './NeedsYou.module.css'

/** HOME-05: what waits for somebody, each line a link to the list of just that. */
export function NeedsYou({ registry }: { registry: readonly Resource[] }) {
  const { data, error, refetch } = useNeeds()
  const most = registry.reduce((sum, { needs }) => sum + Object.keys(needs).length, 0)
  const lines = data && linesOf(registry, data)
  const last = useLast(lines?.length, most)
  if (error && !data)
    return (
      <FailureNotice
        isInCard
        text={error.message || translate('What needs you could not be counted.')}
        retry={() => void refetch()}
      />
    )
  return (
    // As high as it was the last time, so that hardly anything moves when they come.
    <ul
      className={css.needs}
      style={{ minHeight: `calc(${Math.min(last, 6)} * var(--line))` }}
      aria-busy={!lines}
    >
      {lines ? null : (
        <li className="sr-only" role="status">
          {translate('Loading…')}
        </li>
      )}
      {lines?.length === 0 ? (
        <li style={{ padding: '10px clamp(16px, 3vw, 24px)', color: 'var(--muted)' }}>
          {translate('Nothing needs you')}
        </li>
      ) : null}
      {lines?.map(({ key, resource, need, counted }) => (
        <li key={key}>
          <Link className={css.need} to={listLink(resource.page, { filters: need.filters })}>
            <MenuIcon name={resource.icon} />
            <span>{wordsOf(need, counted)}</span>
          </Link>
        </li>
      )) ??
        repeat(last, (key) => (
          <li key={key} className={css.need} aria-hidden="true">
            <Skeleton.Input active size="small" />
          </li>
        ))}
    </ul>
  )
}

const LAST_KEY = 'waymark_needs'

/** How many lines there were the last time; all that there can be, where nobody knows. */
function useLast(count: number | undefined, most: number): number {
  const [last] = useState(() => Number.parseInt(readStored(LAST_KEY) ?? '', 10))
  useEffect(() => {
    if (count !== undefined) writeStored(LAST_KEY, String(Math.max(count, 1)))
  }, [count])
  return last >= 1 && last <= most ? last : most
}

/** What is new comes first: that of the menu. What this console does not know of is left out. */
function linesOf(registry: readonly Resource[], counts: readonly NeedCount[]) {
  const lines = registry.flatMap((resource) =>
    Object.entries(resource.needs).flatMap(([name, need]) => {
      const counted = counts.find((one) => one.resource === resource.name && one.need === name)
      return counted ? [{ key: `${resource.name} ${name}`, resource, need, counted }] : []
    }),
  )
  return lines.sort((one, other) => Number(!one.need.badge) - Number(!other.need.badge))
}

/** '4 new messages', with the number in its own weight. */
function wordsOf({ words: [one, many] }: Need, counted: NeedCount) {
  const [before = '', after = ''] = translateCount(counted.count, one, many).split('{count}')
  return (
    <>
      {before}
      <strong>{numberOf(counted)}</strong>
      {after}
    </>
  )
}
