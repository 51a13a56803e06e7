import { DOINGS } from '#admin/format/doings.ts'
import type { TellingEvent } from '#contract/insight/events.ts'
import { LINE_STATES, type LineState, PEOPLE_PARTS, type PeoplePart } from '#contract/people.ts'
import type { PeopleCount } from '#contract/record-facts.ts'
import { isObject } from '#model/paths.ts'
import { numberAt, objectsAt, textAt } from './coerce.ts'
import { unwrapEnvelope } from './envelopes.ts'

/** The records of a resource that use another. */
export interface UseRead {
  /** '' where only the backend knows what they are. */
  resource: string
  label: { one: string; many: string }
  total: number
  records: readonly { id: string; name: string }[]
  /** The query of the list that shows them all; '' where there is none. */
  query: string
}

export interface UsesRead {
  uses: readonly UseRead[]
  /** There are others, that may not be told of. */
  hasOthers: boolean
  /** What learners do with it, in the order it is shown. */
  people: readonly (PeopleCount & { part: PeoplePart })[]
  /** So many sessions it has at the backend; undefined where nobody signs in with it. */
  signIns?: number
}

/** Reads where a record is used; undefined for an answer that says nothing of it (WIRE-02). Never throws. */
export function readUses(body: unknown): UsesRead | undefined {
  const box = unwrapEnvelope(body, 'uses').find((one) => isObject(one) && Array.isArray(one.uses))
  if (!isObject(box)) return undefined
  const counts = isObject(box.people) ? box.people : {}
  const signIns = numberAt(box.signIns)
  return {
    uses: objectsAt(box.uses).flatMap((use) => readUse(use) ?? []),
    hasOthers: box.hasOthers === true,
    people: PEOPLE_PARTS.flatMap((part) => {
      const count = counts[part]
      const total = isObject(count) ? numberAt(count.total) : null
      if (!isObject(count) || total === null) return []
      const open = numberAt(count.open)
      return [{ part, total, ...(open !== null && { open }) }]
    }),
    ...(signIns !== null && { signIns }),
  }
}

function readUse(use: Record<string, unknown>): UseRead | undefined {
  const { one, many } = isObject(use.label) ? use.label : {}
  const label = { one: textAt(one), many: textAt(many) }
  const total = numberAt(use.total) ?? 0
  if (!(label.many && total > 0)) return undefined
  const query = textAt(use.query)
  return {
    resource: textAt(use.resource),
    label,
    total,
    records: objectsAt(use.records).flatMap((record) => {
      const id = textAt(record._id)
      return id ? [{ id, name: textAt(record.name) }] : []
    }),
    query: query.startsWith('?') ? query : '',
  }
}

const TOLD = Object.keys(DOINGS) as TellingEvent[]

/** A line about a person, or of one. */
export interface LineRead {
  what: TellingEvent | undefined
  record: { resource: string; id: string; name: string; isLive: boolean } | undefined
  at: string
  state: LineState | undefined
  progress: number | undefined
  endedAt: string
  rating: number | undefined
}

export interface PeopleRead {
  lines: readonly LineRead[]
  total: number
  limit: number
}

/** Reads a page of people; undefined for an answer in which there are none (WIRE-02). Never throws. */
export function readPeople(body: unknown): PeopleRead | undefined {
  const box = unwrapEnvelope(body, 'people').find(
    (one) => isObject(one) && Array.isArray(one.lines),
  )
  if (!isObject(box)) return undefined
  const lines = objectsAt(box.lines).map(readLine)
  const pages = isObject(box.pagination) ? box.pagination : {}
  return {
    lines,
    total: numberAt(pages.total) ?? lines.length,
    limit: numberAt(pages.limit) ?? Math.max(1, lines.length),
  }
}

function readLine(line: Record<string, unknown>): LineRead {
  const { record } = line
  return {
    what: TOLD.find((one) => one === line.what),
    record: isObject(record)
      ? {
          resource: textAt(record.resource),
          id: textAt(record._id),
          name: textAt(record.name),
          isLive: record.isLive !== false,
        }
      : undefined,
    at: textAt(line.at),
    state: LINE_STATES.find((one) => one === line.state),
    progress: numberAt(line.progress) ?? undefined,
    endedAt: textAt(line.endedAt),
    rating: numberAt(line.rating) ?? undefined,
  }
}
