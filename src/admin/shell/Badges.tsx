import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { fewOf, numberOf, useFreshNeeds, useNeeds } from '#admin/providers/needs.ts'
import { badgeOf } from '#model/needs.ts'
import { registry } from '#resources/index.ts'
import css from './Badges.module.css'

/** So long a page may take before the menu's counts are asked for all the same. */
const LATEST = 4000

/** Has what waits counted, once the page has what it asked for itself (MSG-02). Draws nothing. */
export function NeedsCounted() {
  const client = useQueryClient()
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const cache = client.getQueryCache()
    const timer = setTimeout(() => setReady(true), LATEST)
    const stop = cache.subscribe((event) => {
      // An answer, or a failure; what else is told of may come while something is drawn.
      const isAnswer = event.type === 'updated' && ['success', 'error'].includes(event.action.type)
      if (isAnswer) setReady(true)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client])
  useFreshNeeds(isReady)
  return null
}

/** How much waits behind a menu entry, in a word for screen readers, too; of one where nothing does, nothing. */
export function Badge({ to, isNarrow }: { to: string; isNarrow: boolean }) {
  const { data = [] } = useNeeds(false)
  const resource = registry.find(({ page }) => pageAddress(page) === to)
  const [name, need] = (resource && badgeOf(resource.needs)) ?? []
  const found = data.find((one) => one.resource === resource?.name && one.need === name)
  if (!(found && need?.badge)) return null
  return (
    <>
      <span className={css.badge} data-narrow={isNarrow} aria-hidden="true">
        {isNarrow ? null : fewOf(found)}
      </span>
      <span className="sr-only">{translate(need.badge, { count: numberOf(found) })}</span>
    </>
  )
}
