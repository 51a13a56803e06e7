import type { HttpError } from '@refinedev/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { applyChange, planChange } from '#admin/providers/bulk-changes.ts'
import { useRefresh } from '#admin/providers/changes.ts'
import { outcomeOf } from '#admin/providers/versioned-write.ts'
import { useDebounced } from '#admin/ui/use-debounced.ts'
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
 * A change of the chosen records: a dry run as soon as it is known what to do, and again when that changes; then it is
 * applied. Records that were refused, or that somebody else changed meanwhile, stay as they are.
 */
export function useBulk(
  resource: Resource,
  { search, filters, deleted }: Pick<ResourceList, 'search' | 'filters' | 'deleted'>,
  { isAll, names }: Pick<Selection, 'isAll' | 'names'>,
  change: Change | undefined,
  /** The milliseconds without another change before the dry run: somebody types. */
  pause: number,
) {
  const refresh = useRefresh()
  const asked = JSON.stringify(change)
  const isTyping = useDebounced(asked, pause) !== asked
  const records = isAll
    ? { query: writeListQuery({ search, filters, ...(deleted && { deleted }) }).slice(1) }
    : { ids: [...names.keys()] }
  const apply = useMutation<Applied, HttpError, { plan: Plan; change: Change }>({
    mutationFn: ({ plan, change: wanted }) =>
      applyChange({
        digest: plan.digest,
        resource: resource.name,
        change: wanted,
        ids: plan.items.flatMap((item) => idAtVersion(item)),
        without: stayedIn(plan).flatMap(({ id }) => id ?? []),
      }),
    onSettled: () => void refresh([resource.name]),
  })
  const { data, error, isFetching, refetch } = useQuery<Plan, HttpError>({
    queryKey: ['plan', resource.name, records, asked],
    queryFn: ({ signal }) =>
      planChange({ resource: resource.name, change: change as Change, ...records }, signal),
    enabled: change !== undefined && !isTyping,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
  const { variables } = apply

  function state(): BulkState {
    if (apply.isPending && variables) return { phase: 'applying', plan: variables.plan }
    if (apply.data && variables)
      return {
        phase: 'done',
        applied: apply.data,
        stayed: [...stayedIn(variables.plan), ...apply.data.clashed],
      }
    const refused = JSON.stringify(variables?.change) === asked ? apply.error : null
    const failure = refused ?? error
    if (!change) return { phase: 'open' }
    if (isTyping || isFetching) return { phase: 'planning' }
    if (failure)
      return { phase: 'failed', error: failure, isUnsure: outcomeOf(refused) === 'unknown' }
    return data ? { phase: 'planned', plan: data } : { phase: 'planning' }
  }

  return {
    state: state(),
    planAgain: () => {
      apply.reset()
      void refetch()
    },
    /** Applies what was planned; `onDone` gets what became of it, and which records stayed as they are. */
    apply(onDone: (applied: Applied, stayed: readonly PlannedItem[]) => void) {
      if (!(data && change)) return
      apply
        .mutateAsync({ plan: data, change })
        // Also when the page was left meanwhile. A failure is told by the state.
        .then((applied) => onDone(applied, [...stayedIn(data), ...applied.clashed]), ignore)
    },
  }
}

/** Whether a plan leaves a record as it is although it should change. */
export function staysAs({ state }: PlannedItem): boolean {
  return state === 'refused' || state === 'stale'
}

const ignore = () => undefined

const stayedIn = ({ items }: Plan) => items.filter((item) => staysAs(item))

function idAtVersion({ id, version }: PlannedItem): string[] {
  if (id === undefined) return []
  return [version === undefined ? id : `${id}@${version}`]
}
