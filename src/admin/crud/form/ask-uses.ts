import { fetchUses, type UsesRead } from '#admin/providers/record-facts.ts'
import type { Question, Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { DEACTIVATE_USER, isStatusField } from '../status-field.ts'
import { isToldOfUses } from '../use-uses.ts'
import { type Mode, questionOf } from './check-draft.ts'

/** A question before a form is sent, with the name of the record. */
export interface Asked {
  question: Question
  name: string
  /** What uses the record. */
  uses?: UsesRead | undefined
  /** So many sessions end with it. */
  ends?: number | undefined
}

/** Milliseconds that a save waits to find out what uses the record. */
const PATIENCE = 3000

const DEACTIVATE: Question = {
  title: 'Deactivate {name}?',
  text: 'It stays where it is used, and is offered to nobody any more.',
  yes: 'Deactivate',
}

/**
 * Returns the question before this body is saved: the one that the declaration asks, else one about a record in use
 * that is deactivated. Undefined where there is nothing to ask.
 */
export async function askedBefore(
  resource: Resource,
  mode: Mode,
  body: Record<string, unknown>,
  base: Row | undefined,
): Promise<Asked | undefined> {
  const asked = questionOf(resource, mode, body, base)
  const status = resource.fields.find(isStatusField)?.path ?? ''
  const isDeactivated = getAt(base, status) === true && getAt(body, status) === false
  if (mode !== 'edit' || !base || !isToldOfUses(resource) || !(asked || isDeactivated)) return asked
  // Undefined where the answer does not come in time: a status can be set back.
  const uses = await fetchUses(resource, base.id, AbortSignal.timeout(PATIENCE)).catch(
    () => undefined,
  )
  if (asked) return { ...asked, ends: uses?.signIns }
  if (!uses || !isHeld(uses)) return undefined
  return {
    question: uses.signIns === undefined ? DEACTIVATE : DEACTIVATE_USER,
    name: nameOf(resource, { ...base, ...body } as Row),
    uses,
  }
}

function isHeld({ uses, hasOthers, people, signIns = 0 }: UsesRead): boolean {
  const hasLearners = people.some(
    ({ part, total, open }) => part === 'learners' && (open ?? total) > 0,
  )
  return uses.length > 0 || hasOthers || hasLearners || signIns > 0
}
