import { numberAt, objectsAt, textAt } from '#admin/providers/adapters/coerce.ts'
import { unwrapEnvelope } from '#admin/providers/adapters/envelopes.ts'
import { normalizeRow } from '#admin/providers/adapters/normalize.ts'
import { systemOverview } from '#contract/overview.ts'
import { getAt, isObject } from '#model/paths.ts'

export interface NamedRecord {
  resource: string
  id: string
  name: string
  isLive: boolean
}

/** One entry of Recent Activity. Missing and unreadable texts are ''. */
export interface ActivityEntry {
  key: string
  eventType: string
  timestamp: string
  /** Undefined for entries without a user; '' for a user without a name. */
  person: string | undefined
  record: NamedRecord | undefined
  /** How often in a row, and how many records at once; 0 for a single event. */
  times: number
  records: number
}

/** The overview of any backend: counts by name, and how many of them are new in the last `days`. */
export interface Overview {
  counts: Readonly<Record<string, unknown>>
  added: Readonly<Record<string, unknown>>
  activity: readonly ActivityEntry[]
}

/** Reads the overview, bare or wrapped; undefined for an answer with neither counts nor activity. */
export function readOverview(body: unknown): Overview | undefined {
  const box = unwrapEnvelope(body, 'overview')
    .filter(isObject)
    .find((one) => 'counts' in one || 'recentActivity' in one)
  if (!box) return undefined
  return {
    counts: isObject(box.counts) ? box.counts : {},
    added: isObject(box.added) ? box.added : {},
    activity: objectsAt(box.recentActivity).map(readEntry),
  }
}

function readEntry(value: Record<string, unknown>, index: number): ActivityEntry {
  const { id, eventType, timestamp, user, record } = normalizeRow(
    systemOverview.shape.recentActivity.element,
    value,
  )
  const textOf = (from: unknown, key: string) => textAt(getAt(from, key))
  const named = {
    resource: textOf(record, 'resource'),
    id: textOf(record, 'id'),
    name: textOf(record, 'name'),
    // Backends without this key have no deleted records.
    isLive: getAt(record, 'isLive') !== false,
  }
  const name = ['firstName', 'lastName'].map((key) => textOf(user, key)).filter(Boolean)
  return {
    key: `${textAt(id)}:${index}`,
    eventType: textAt(eventType),
    timestamp: textAt(timestamp),
    person: (value.user ?? undefined) && (name.join(' ') || textOf(user, 'name')),
    record: named.name ? named : undefined,
    times: numberAt(value.times) ?? 0,
    records: numberAt(value.records) ?? 0,
  }
}
