import { numberAt, objectsAt, textAt } from '#admin/providers/adapters/coerce.ts'
import { unwrapEnvelope } from '#admin/providers/adapters/envelopes.ts'
import { normalizeRow } from '#admin/providers/adapters/normalize.ts'
import { systemOverview } from '#contract/overview.ts'
import { isObject } from '#model/paths.ts'

export type CountName = keyof typeof systemOverview.shape.counts.shape

/** A record as an entry of Recent Activity names it. */
export interface NamedRecord {
  resource: string
  id: string
  name: string
  isLive: boolean
}

/** One entry of Recent Activity. What the server did not send, or not readably, is ''. */
export interface ActivityEntry {
  key: string
  eventType: string
  timestamp: string
  /** Undefined when nobody did it; '' for someone without a name. */
  person: string | undefined
  record: NamedRecord | undefined
  /** So often in a row; undefined of what was done once. */
  times?: number | undefined
  /** With so many records at once. */
  records?: number | undefined
}

/** The overview as any backend may send it: a count that did not come is absent. */
export interface Overview {
  counts: Partial<Record<CountName, number>>
  /** How many of them were created in the last so many days, where that is known. */
  added?: { days: number; counts: Partial<Record<CountName, number>> }
  activity: readonly ActivityEntry[]
}

const NAMES = Object.keys(systemOverview.shape.counts.shape) as CountName[]
const entrySchema = systemOverview.shape.recentActivity.element

/**
 * Reads the overview, bare or wrapped (WIRE-01, WIRE-02). Gives undefined for an answer that is none: with
 * neither counts nor activity in it, there is nothing to show but a failure. Never throws.
 */
export function readOverview(body: unknown): Overview | undefined {
  const boxes = unwrapEnvelope(body, 'overview').filter(isObject)
  const box = boxes.find((one) => 'counts' in one || 'recentActivity' in one)
  if (!box) return undefined
  const { added } = box
  const days = isObject(added) ? numberAt(added.days) : null
  return {
    counts: readCounts(box.counts),
    ...(days !== null && { added: { days, counts: readCounts(added) } }),
    activity: objectsAt(box.recentActivity).map(readEntry),
  }
}

function readCounts(value: unknown): Overview['counts'] {
  const counts = isObject(value) ? normalizeRow(systemOverview.shape.counts, value) : {}
  const isCount = (name: CountName) =>
    Number.isSafeInteger(counts[name]) && Number(counts[name]) >= 0
  return Object.fromEntries(NAMES.filter(isCount).map((name) => [name, counts[name]]))
}

function readEntry(value: Record<string, unknown>, index: number): ActivityEntry {
  const entry = normalizeRow(entrySchema, value)
  return {
    // Two of a kind must not meet in the list, whatever ids were sent.
    key: `${textAt(entry.id)}:${index}`,
    eventType: textAt(entry.eventType),
    timestamp: textAt(entry.timestamp),
    person: value.user === undefined || value.user === null ? undefined : nameIn(entry.user),
    record: readRecord(entry.record),
    times: severalOf(value.times),
    records: severalOf(value.records),
  }
}

/** A number from two on. */
function severalOf(value: unknown): number | undefined {
  const count = numberAt(value) ?? 0
  return Number.isSafeInteger(count) && count > 1 ? count : undefined
}

function nameIn(user: unknown): string {
  if (!isObject(user)) return ''
  return [user.firstName, user.lastName].map(textAt).filter(Boolean).join(' ') || textAt(user.name)
}

function readRecord(value: unknown): NamedRecord | undefined {
  if (!isObject(value)) return undefined
  const { resource, id, name } = value
  const record = { resource: textAt(resource), id: textAt(id), name: textAt(name) }
  // A backend that does not say so knows of no deleted ones.
  return record.name ? { ...record, isLive: value.isLive !== false } : undefined
}
