import type { HttpError } from '@refinedev/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { applyChange, planChange } from '#admin/providers/bulk-changes.ts'
import { useRefresh } from '#admin/providers/changes.ts'
import { outcomeOf } from '#admin/providers/versioned-write.ts'
import type { Applied, Plan, PlannedItem } from '#contract/changes.ts'
import { writeListQuery } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import type { Selection } from '../selection/use-selection.ts'
import type { Change } from './deeds.ts'

export type BulkState =
  /** It is not known yet what to do. */
  | { phase: 'open' }
  | { phase: 'planning' }
  | { phase: 'planned'; plan: Plan }
  | { phase: 'applying'; plan: Plan }
  | { phase: 'done'; applied: Applied; stayed: readonly PlannedItem[] }
  /** Nothing was written, or (`isUnsure`) nobody knows. */
  | { phase: 'failed'; error: HttpError; isUnsure: boolean }

/**
 * A change of the chosen records: rehearsed as soon as it is known what to do, and anew when that changes; then
 * done, all that can be. Records that were refused, or that somebody else changed meanwhile, stay as they are.
 */
export function useBulk(
  resource: Resource,
  { search, filters, deleted }: Pick<ResourceList, 'search' | 'filters' | 'deleted'>,
  { isAll, names }: Pick<Selection, 'isAll' | 'names'>,
  change: Change | undefined,
  /** So many milliseconds are waited for another one: somebody types. */
  pause: number,
) {
  const [state, setState] = useState<BulkState>({ phase: 'open' })
  const [attempt, setAttempt] = useState(0)
  const isSent = useRef(false)
  const refresh = useRefresh()
  const asked = JSON.stringify(change)

  const plan = useEffectEvent(async (signal: AbortSignal) => {
    if (!change) return
    const shared = { resource: resource.name, change }
    const body = isAll
      ? {
          ...shared,
          query: writeListQuery({ search, filters, ...(deleted && { deleted }) }).slice(1),
        }
      : { ...shared, ids: [...names.keys()] }
    try {
      const planned = await planChange(body, signal)
      if (!signal.aborted) setState({ phase: 'planned', plan: planned })
    } catch (error) {
      if (!signal.aborted) setState({ phase: 'failed', error: error as HttpError, isUnsure: false })
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another change, or another attempt, is planned anew
  useEffect(() => {
    const stop = new AbortController()
    // At once, so that nothing is done by a plan of what stood there before.
    setState({ phase: asked === undefined ? 'open' : 'planning' })
    const timer = setTimeout(() => void plan(stop.signal), pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked, attempt])

  return {
    state,
    planAgain: () => setAttempt((before) => before + 1),
    /** Does what was planned. Gives what became of it; undefined when that is not known, or nothing was done. */
    async apply(): Promise<BulkState | undefined> {
      // A second press may come before anything is drawn.
      if (state.phase !== 'planned' || !change || isSent.current) return undefined
      isSent.current = true
      const { plan: known } = state
      setState({ phase: 'applying', plan: known })
      const stayed = known.items.filter((item) => staysAs(item))
      try {
        const applied = await applyChange({
          digest: known.digest,
          resource: resource.name,
          change,
          ids: known.items.flatMap((item) => idAtVersion(item)),
          without: stayed.flatMap(({ id }) => id ?? []),
        })
        const done: BulkState = { phase: 'done', applied, stayed: [...stayed, ...applied.clashed] }
        setState(done)
        return done
      } catch (thrown) {
        const error = thrown as HttpError
        setState({ phase: 'failed', error, isUnsure: outcomeOf(error) === 'unknown' })
        return undefined
      } finally {
        isSent.current = false
        void refresh([resource.name])
      }
    },
  }
}

/** Whether a plan leaves a record as it is although it should change. */
export function staysAs({ state }: PlannedItem): boolean {
  return state === 'refused' || state === 'stale'
}

function idAtVersion({ id, version }: PlannedItem): string[] {
  if (id === undefined) return []
  return [version === undefined ? id : `${id}@${version}`]
}
