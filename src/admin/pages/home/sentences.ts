import { pageAddress } from '#admin/format/addresses.ts'
import { DOINGS } from '#admin/format/doings.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { TellingEvent } from '#contract/insight/events.ts'
import type { Resource } from '#model/resource.ts'
import { lowered } from '#model/words.ts'
import type { ActivityEntry, NamedRecord } from './read-overview.ts'

const WRITES: Readonly<Record<string, string>> = {
  created: 'Created the {noun} {name}',
  updated: 'Updated the {noun} {name}',
  deleted: 'Deleted the {noun} {name}',
  restored: 'Restored the {noun} {name}',
  erased: 'Erased the {noun} {name}',
}

const MANY: Readonly<Record<string, string>> = {
  created: 'Created {things}',
  updated: 'Updated {things}',
  deleted: 'Deleted {things}',
  restored: 'Restored {things}',
  erased: 'Erased {things}',
}

/** What one change did with many records: 'Updated 143 users'; undefined of any other entry. */
export function sentenceOfMany(
  registry: readonly Resource[],
  { eventType, record, records }: Pick<ActivityEntry, 'eventType' | 'record' | 'records'>,
): string | undefined {
  const resource = record && resourceOf(registry, record.resource)
  const done = doneTo(resource, eventType)
  if (records === undefined || !resource || done === undefined) return undefined
  const [one, many] = [resource.label.one, resource.label.many].map(lowered)
  const things = counted(records, `{count} ${one}`, `{count} ${many}`)
  return translate(MANY[done] ?? '', { things })
}

/**
 * What somebody did, in words around the record's name: 'Completed the mission ' and ''. Undefined where
 * that is not known, as for the event types of another backend.
 */
export function sentenceOf(
  registry: readonly Resource[],
  { eventType, record }: Pick<ActivityEntry, 'eventType' | 'record'>,
): { before: string; after: string } | undefined {
  const text = Object.hasOwn(DOINGS, eventType)
    ? translate(DOINGS[eventType as TellingEvent][record ? 0 : 1])
    : record && writeIn(resourceOf(registry, record.resource), eventType)
  if (!text) return undefined
  const [before = '', after = ''] = text.split('{name}')
  return { before, after }
}

/** 'career_field_updated', of a record of career fields: 'Updated the career field {name}'. */
function writeIn(resource: Resource | undefined, eventType: string): string | undefined {
  const done = doneTo(resource, eventType)
  const noun = translateWithin(resource?.label.one ?? '')
  return done === undefined ? undefined : translate(WRITES[done] ?? '', { noun })
}

/** 'updated', of 'career_field_updated' and a record of career fields. */
function doneTo(resource: Resource | undefined, eventType: string): string | undefined {
  const [, entity, done = ''] = /^(.+)_([a-z]+)$/.exec(eventType) ?? []
  const noun = resource?.label.one.toLowerCase()
  const isOfThese = noun?.replace(/[^a-z0-9]+/g, '_') === entity
  return isOfThese && Object.hasOwn(WRITES, done) ? done : undefined
}

/** Where a record is shown; undefined when it is deleted, or where there is no such place. */
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
