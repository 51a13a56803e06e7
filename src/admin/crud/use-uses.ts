import { useQuery } from '@tanstack/react-query'
import { counted } from '#admin/format/numbers.ts'
import { hasChanges } from '#admin/http/session.ts'
import { fetchUses } from '#admin/providers/record-facts.ts'
import { TELLS_OF } from '#contract/access.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { useRecordKey } from './record/use-record.ts'

export type Uses = Pick<ReturnType<typeof useUses>, 'read' | 'isLoading' | 'blocksDelete'>

/** Fetches the uses of a record, once for each dialog. A failure blocks nothing. */
export function useUses(resource: Resource, id: string) {
  const keyOf = useRecordKey(resource, id)
  const isAsked = reportsUses(resource)
  const { data, isLoading, error, refetch } = useQuery({
    queryKey: keyOf('uses'),
    queryFn: async ({ signal }) => (await fetchUses(resource, id, signal)) ?? null,
    enabled: isAsked,
  })
  const read = data ?? undefined
  /** The server would refuse to delete a referenced record. */
  const blocksDelete = read !== undefined && (read.hasOthers || read.uses.length > 0)
  return { isAsked, read, isLoading, blocksDelete, error, retry: () => void refetch() }
}

/** Returns whether the backend reports uses of the resource, and learners or references can use it. */
function reportsUses({ name }: Resource): boolean {
  const isReferredTo = ({ create }: Resource) => referencesOf(create).some(({ to }) => to === name)
  return hasChanges() && (TELLS_OF.assignments.includes(name) || registry.some(isReferredTo))
}

/** Returns the text for the number of ended sessions. */
export function endedText(count: number): string {
  return counted(count, '{count} session will end.', '{count} sessions will end.')
}
