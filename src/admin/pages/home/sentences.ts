import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import type { TellingEvent } from '#contract/insight/events.ts'
import type { Resource } from '#model/resource.ts'
import type { ActivityEntry, NamedRecord } from './read-overview.ts'

/** What a learner did, and the same where nothing is named. */
const DOINGS: Readonly<Record<TellingEvent, readonly [named: string, bare: string]>> = {
  mission_assigned: ['Was assigned the mission {name}', 'Was assigned a mission'],
  mission_completed: ['Completed the mission {name}', 'Completed a mission'],
  protocol_enrolled: ['Enrolled in the protocol {name}', 'Enrolled in a protocol'],
  protocol_completed: ['Completed the protocol {name}', 'Completed a protocol'],
  mentor_assigned: ['Was assigned the mentor {name}', 'Was assigned a mentor'],
  mentor_reviewed: ['Reviewed the mentor {name}', 'Reviewed a mentor'],
}

const WRITES: Readonly<Record<string, string>> = {
  created: 'Created the {noun} {name}',
  updated: 'Updated the {noun} {name}',
  deleted: 'Deleted the {noun} {name}',
  restored: 'Restored the {noun} {name}',
  erased: 'Erased the {noun} {name}',
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
  const [, entity, done = ''] = /^(.+)_([a-z]+)$/.exec(eventType) ?? []
  const noun = resource?.label.one.toLowerCase()
  if (noun?.replace(/[^a-z0-9]+/g, '_') !== entity || !Object.hasOwn(WRITES, done)) return undefined
  return translate(WRITES[done] ?? '', { noun: translate(noun ?? '') })
}

/** Where a record's form is; undefined when it is deleted, or of a resource without such a form. */
export function recordAddress(
  registry: readonly Resource[],
  { resource: named, id, isLive }: NamedRecord,
): string | undefined {
  const found = resourceOf(registry, named)
  if (!(isLive && id && found?.actions.includes('edit'))) return undefined
  return pageAddress(found.page, id)
}

function resourceOf(registry: readonly Resource[], named: string): Resource | undefined {
  return registry.find(({ name, page }) => name === named || page === named)
}
