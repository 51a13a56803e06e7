import { fetchUses } from '#admin/providers/record-facts.ts'
import type { UsesRead } from '#admin/wire/read-record-facts.ts'
import type { Question, Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { isStatusField } from '../status-field.ts'
import { isToldOfUses } from '../use-uses.ts'

/** Milliseconds that a save waits for what there is to be asked. */
const PATIENCE = 3000

/** What is asked before a record is deactivated that others use, or learners are in. */
export const DEACTIVATE: Question = {
  title: 'Deactivate {name}?',
  text: 'It stays where it is used, and is offered to nobody any more.',
  yes: 'Deactivate',
}

/** Asks what hangs on a record, if this body deactivates it: a save that does not waits for nothing. */
export function usesBeforeDeactivating(
  resource: Resource,
  body: Record<string, unknown>,
  base: Row | undefined,
): Promise<UsesRead | undefined> | undefined {
  const path = resource.fields.find(isStatusField)?.path
  if (!base || path === undefined || !isToldOfUses(resource)) return undefined
  if (getAt(base, path) !== true || getAt(body, path) !== false) return undefined
  return hangingOn(resource, base)
}

/** Undefined where nothing does, or where nobody tells in time: a status can be set back. */
async function hangingOn(resource: Resource, base: Row): Promise<UsesRead | undefined> {
  try {
    const told = await fetchUses(resource, base.id, AbortSignal.timeout(PATIENCE))
    return told && (told.uses.length > 0 || told.hasOthers || hasLearners(told)) ? told : undefined
  } catch {
    return undefined
  }
}

function hasLearners({ people }: UsesRead): boolean {
  return people.some(({ part, total, open }) => part === 'learners' && (open ?? total) > 0)
}
