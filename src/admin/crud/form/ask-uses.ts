import type { UsesRead } from '#admin/providers/record-facts.ts'
import { fetchUses } from '#admin/providers/record-facts.ts'
import type { Question, Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { DEACTIVATE_USER, isStatusField } from '../status-field.ts'
import { isToldOfUses } from '../use-uses.ts'
import { type Mode, questionOf } from './check-draft.ts'

/** What is asked before a form is sent, with the name of the record. */
export interface Asked {
  question: Question
  name: string
  /** What hangs on the record. */
  uses?: UsesRead | undefined
  /** So many sessions end with it. */
  ends?: number | undefined
}

/** Milliseconds that a save waits for what there is to be asked. */
const PATIENCE = 3000

/** What is asked before a record is deactivated that others use, or learners are in. */
const DEACTIVATE: Question = {
  title: 'Deactivate {name}?',
  text: 'It stays where it is used, and is offered to nobody any more.',
  yes: 'Deactivate',
}

/**
 * What is to be asked before this body is saved, and was not agreed to: what the declaration wants asked, then what
 * hangs on a record that is deactivated. Undefined at once where there is nothing to ask: such a save waits for
 * nothing.
 */
export function askedBefore(
  resource: Resource,
  mode: Mode,
  body: Record<string, unknown>,
  base: Row | undefined,
  agreed: readonly Question[],
): Promise<Asked | undefined> | Asked | undefined {
  const asked = questionOf(resource, mode, body, base)
  if (asked && !agreed.includes(asked.question)) return withEnds(resource, mode, base, asked)
  if (mode !== 'edit' || agreed.includes(DEACTIVATE) || agreed.includes(DEACTIVATE_USER))
    return undefined
  const name = nameOf(resource, { ...base, ...body } as Row)
  return usesBeforeDeactivating(resource, body, base)?.then((uses) => {
    const question = uses?.signIns === undefined ? DEACTIVATE : DEACTIVATE_USER
    return uses && { question, name, uses }
  })
}

/** A question with how many sessions end by it, where the backend tells it in time. */
function withEnds(
  resource: Resource,
  mode: Mode,
  base: Row | undefined,
  asked: Asked,
): Promise<Asked> | Asked {
  if (mode !== 'edit' || !base || !isToldOfUses(resource)) return asked
  return usesInTime(resource, base).then((told) => ({ ...asked, ends: told?.signIns }))
}

/** Asks what hangs on a record, if this body deactivates it. Undefined where nothing does. */
function usesBeforeDeactivating(
  resource: Resource,
  body: Record<string, unknown>,
  base: Row | undefined,
): Promise<UsesRead | undefined> | undefined {
  const path = resource.fields.find(isStatusField)?.path
  if (!base || path === undefined || !isToldOfUses(resource)) return undefined
  if (getAt(base, path) !== true || getAt(body, path) !== false) return undefined
  return usesInTime(resource, base).then((told) => (told && isHeld(told) ? told : undefined))
}

/** Undefined where nobody tells in time: a status can be set back. */
async function usesInTime(resource: Resource, base: Row): Promise<UsesRead | undefined> {
  try {
    return await fetchUses(resource, base.id, AbortSignal.timeout(PATIENCE))
  } catch {
    return undefined
  }
}

function isHeld({ uses, hasOthers, people, signIns = 0 }: UsesRead): boolean {
  const hasLearners = people.some(
    ({ part, total, open }) => part === 'learners' && (open ?? total) > 0,
  )
  return uses.length > 0 || hasOthers || hasLearners || signIns > 0
}
