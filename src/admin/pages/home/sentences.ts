import { pageAddress } from '#admin/format/addresses.ts'
import { LEARNER_EVENTS } from '#admin/format/learner-events.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { TellingEvent } from '#contract/events.ts'
import type { Resource } from '#model/resource.ts'
import { lowered } from '#model/words.ts'
import type { ActivityEntry, NamedRecord } from './read-overview.ts'

const WRITES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  created: ['Created the {noun} {name}', 'Created {things}'],
  updated: ['Updated the {noun} {name}', 'Updated {things}'],
  deleted: ['Deleted the {noun} {name}', 'Deleted {things}'],
  restored: ['Restored the {noun} {name}', 'Restored {things}'],
  erased: ['Erased the {noun} {name}', 'Erased {things}'],
}

/** Returns the text of a change to many records: 'Updated 143 users'. Undefined for other entries. */
export function sentenceOfMany(
  registry: readonly Resource[],
  { eventType, record, records }: Pick<ActivityEntry, 'eventType' | 'record' | 'records'>,
): string | undefined {
  const resource = record && resourceOf(registry, record.resource)
  const words = writeIn(resource, eventType)?.[1]
  if (records < 2 || !resource || words === undefined) return undefined
  const [one, many] = [resource.label.one, resource.label.many].map(lowered)
  return translate(words, { things: counted(records, `{count} ${one}`, `{count} ${many}`) })
}

/** Returns the text of an event before and after the record's name. Undefined for unknown events. */
export function sentenceOf(
  registry: readonly Resource[],
  { eventType, record }: Pick<ActivityEntry, 'eventType' | 'record'>,
): { before: string; after: string } | undefined {
  const resource = record && resourceOf(registry, record.resource)
  const words = Object.hasOwn(LEARNER_EVENTS, eventType)
    ? LEARNER_EVENTS[eventType as TellingEvent][record ? 0 : 1]
    : writeIn(resource, eventType)?.[0]
  if (!words) return undefined
  const noun = translateWithin(resource?.label.one ?? '')
  const [before = '', after = ''] = translate(words, { noun }).split('{name}')
  return { before, after }
}

/** Returns the sentence of an event like 'career_field_updated'. */
function writeIn(resource: Resource | undefined, eventType: string) {
  const [, entity, done = ''] = /^(.+)_([a-z]+)$/.exec(eventType) ?? []
  const noun = resource?.label.one.toLowerCase()
  const isOfThese = noun?.replace(/[^a-z0-9]+/g, '_') === entity
  return isOfThese && Object.hasOwn(WRITES, done) ? WRITES[done] : undefined
}

export function recordAddress(
  registry: readonly Resource[],
  { resource: named, id, isLive }: NamedRecord,
): string | undefined {
  const found = resourceOf(registry, named)
  return isLive && id && found ? pageAddress(found.page, id) : undefined
}

function resourceOf(registry: readonly Resource[], named: string): Resource | undefined {
  return registry.find(({ name, page }) => name === named || page === named)
}
