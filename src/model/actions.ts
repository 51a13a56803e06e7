import type { Question, Row } from './declaration.ts'

/** An action on a record or a list, besides editing and deleting. */
export interface OwnAction {
  /** Names the function in src/server/records/actions/<page>.ts that does it. */
  name: string
  /** Ends its address: markAnswered is done by POST /messages/{id}/mark-answered. */
  segment: string
  label: string
  confirm: Question | undefined
  /** Its yes is red. */
  isDangerous: boolean
  when: ((row: never) => boolean) | undefined
  done: string
  failed: string
  otherwise: string | undefined
  /** The part of the console that shows what it answered. Such an action has a route of its own, for admins. */
  shown: string | undefined
}

export interface ActionOptions<Shown> {
  /** Asked before it is done; {name} is what the record is called, of a list {count} how many it shows. */
  confirm?: Question
  tone?: 'danger'
  /** With which records it can be done; the others have no button, and the server refuses it for them. */
  when?: (row: Shown) => boolean
  /** Said when it was done; of a list {count} is with how many. */
  done: string
  /** Said when the server failed without words; made of the label when absent. */
  failed?: string
  /** Said to whom `when` refuses it. */
  otherwise?: string
  /** The component of the console that shows its answer once (`results`). Its route is written by hand, for admins. */
  shown?: string
}

/** Makes an action of a declaration: `action('remind', 'Send reminder', { done: 'Reminder sent.' })`. */
export type ActionMaker<Shown, Options = ActionOptions<Shown>> = (
  name: string,
  label: string,
  options: Options,
) => OwnAction

/** Makes an action on a whole list. It always asks for confirmation and never shows an answer. */
export type ListActionMaker<Shown> = ActionMaker<
  Shown,
  Omit<ActionOptions<Shown>, 'shown'> & { confirm: Question }
>

export const makeAction: ActionMaker<never> = (
  name,
  label,
  { confirm, tone, when, done, failed, otherwise, shown },
) => ({
  name,
  segment: `${name}`.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  label,
  confirm,
  isDangerous: tone === 'danger',
  when,
  done,
  failed: failed ?? `Failed to ${`${label}`.charAt(0).toLowerCase()}${`${label}`.slice(1)}.`,
  otherwise,
  shown,
})

/** Returns whether the action applies to this record. False if `when` throws. */
export function canBeDone({ when }: OwnAction, row: Row | Record<string, unknown>): boolean {
  try {
    return when === undefined || (when as (row: unknown) => boolean)(row)
  } catch {
    return false
  }
}
