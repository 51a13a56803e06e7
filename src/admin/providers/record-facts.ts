import { LEARNER_EVENTS } from '#admin/format/learner-events.ts'
import {
  PEOPLE_PARTS,
  type PeopleAnswer,
  type PeopleCount,
  type PeopleLine,
  type PeoplePart,
  type Use,
  type UseCountsAnswer,
  type UsesAnswer,
} from '#contract/record-facts.ts'
import type { Resource } from '#model/resource.ts'
import { answerOf, send } from './http-client.ts'

export type UseRead = Pick<Use, 'label' | 'total'> & {
  /** '' if only the backend knows the resource. */
  resource: string
  records: readonly { id: string; name: string }[]
  /** Query of the list that shows all of them; '' without one. */
  query: string
}

/** Uses of a record. `hasOthers`: records that the user may not see use it too. */
export type UsesRead = Pick<UsesAnswer, 'hasOthers' | 'signIns'> & {
  uses: readonly UseRead[]
  /** Numbers of people by their use of the record, in display order. */
  people: readonly (PeopleCount & { part: PeoplePart })[]
}

export type LineRead = Omit<PeopleLine, 'record' | 'endedAt'> & {
  record: { resource: string; id: string; name: string; isLive: boolean } | undefined
  endedAt: string
}

/** Number of uses of a record by resource name, and of its assignments. */
export type Counts = Omit<UseCountsAnswer['counts'][number], '_id'>

/**
 * Fetches the uses of a record and its numbers of people. Only our own server supports it (`hasChanges`). Throws
 * HttpError.
 */
export async function fetchUses(
  resource: Resource,
  id: string,
  signal?: AbortSignal,
): Promise<UsesRead> {
  const body = await send({ method: 'GET', path: pathOf(resource, id, 'uses'), signal })
  const { uses, people = {}, ...rest } = answerOf<UsesAnswer>(body, 'uses')
  return {
    ...rest,
    uses: uses.map(({ resource = '', query = '', records, ...use }) => ({
      ...use,
      resource,
      query,
      records: records.map(({ _id, name }) => ({ id: _id, name })),
    })),
    people: PEOPLE_PARTS.flatMap((part) => {
      const count = people[part]
      return count ? [{ part, ...count }] : []
    }),
  }
}

/** Fetches a page of learners' activity with a record, or of a user's activity. Throws HttpError. */
export async function fetchPeople(
  resource: Resource,
  id: string,
  query: { part: PeoplePart; page: number; limit: number },
  signal?: AbortSignal,
): Promise<{ lines: readonly LineRead[]; total: number; limit: number }> {
  const body = await send({ method: 'GET', path: pathOf(resource, id, 'people'), query, signal })
  const { lines, pagination } = answerOf<PeopleAnswer>(body, 'lines')
  return {
    total: pagination.total,
    limit: pagination.limit,
    lines: lines.map(({ record, what, endedAt = '', ...line }) => ({
      ...line,
      endedAt,
      // A newer server may send event types that this console does not know.
      ...(what && what in LEARNER_EVENTS && { what }),
      record: record && {
        resource: record.resource,
        id: record._id,
        name: record.name,
        isLive: record.isLive,
      },
    })),
  }
}

export async function fetchUseCounts(
  { api }: Resource,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Counts>> {
  const query = { ids: ids.join(',') }
  const body = await send({ method: 'GET', path: `${api.path}/uses`, query, signal })
  const { counts } = answerOf<UseCountsAnswer>(body, 'counts')
  return new Map(counts.map(({ _id, ...rest }) => [_id, rest]))
}

function pathOf({ api }: Resource, id: string, what: string): string {
  return `${api.path}/${encodeURIComponent(id)}/${what}`
}
