import { useQuery } from '@tanstack/react-query'
import { hasChanges } from '#admin/http/session.ts'
import type { UsesRead } from '#admin/providers/record-facts.ts'
import { fetchUses } from '#admin/providers/record-facts.ts'
import { TELLS_OF } from '#contract/access.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { useRecordKey } from './record/use-record.ts'

/** What hangs on a record, as far as the backend tells it. */
export interface Uses {
  /** Nothing can hang on such a record, or the backend does not tell: nothing is said, nor a place kept for it. */
  isAsked: boolean
  told: UsesRead | undefined
  isLoading: boolean
  /** References stand against a deletion: the server would refuse it. */
  stands: boolean
}

/** Asks what hangs on a record, once for a question. A failure stands against nothing. */
export function useUses(
  resource: Resource,
  id: string,
): Uses & { error: Error | null; retry: () => void } {
  const keyOf = useRecordKey(resource, id)
  const isAsked = isToldOfUses(resource)
  const { data, isLoading, error, refetch } = useQuery({
    queryKey: keyOf('uses'),
    queryFn: async ({ signal }) => (await fetchUses(resource, id, signal)) ?? null,
    enabled: isAsked,
  })
  const told = data ?? undefined
  const stands = told !== undefined && (told.hasOthers || told.uses.length > 0)
  return { isAsked, told, isLoading, stands, error, retry: () => void refetch() }
}

/** Whether the backend is one that tells what hangs on such records, and something can. */
export function isToldOfUses(resource: Resource): boolean {
  return hasChanges() && canHang(resource)
}

/** Whether learners have to do with such records, or any declaration refers to them. */
function canHang({ name }: Resource): boolean {
  const isReferredTo = ({ create }: Resource) => referencesOf(create).some(({ to }) => to === name)
  return TELLS_OF.assignments.includes(name) || registry.some(isReferredTo)
}
