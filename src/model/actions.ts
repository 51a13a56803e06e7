import type { Question, Row } from './declaration.ts'
import { attempt } from './paths.ts'

export interface ActionOptions<Shown> {
  /** Confirmation before the action. {name} is the record's name; for a list, {count} is the number of records. */
  confirm?: Question
  tone?: 'danger'
  /**
   * Returns whether the action applies to a record. Other records have no button, and the server refuses it for
   * them.
   */
  when?: (row: Shown) => boolean
  /** Success message; for a list, {count} is the number of records. */
  done: string
  /** Error message when the server sent none; made from the label when absent. */
  failed?: string
  /** Message for records that `when` excludes. */
  otherwise?: string
  /** The component of the console that shows its answer once (`results`). Its route is written by hand, for admins. */
  shown?: string
}

/** An action on a record or a list, besides editing and deleting. */
export interface OwnAction extends Omit<ActionOptions<never>, 'tone'> {
  /** Names the function in src/server/records/actions/<page>.ts that does it. */
  name: string
  /** Ends its address: markAnswered is done by POST /messages/{id}/mark-answered. */
  segment: string
  label: string
  /** Makes the confirm button red. */
  isDangerous: boolean
  failed: string
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

export const makeAction: ActionMaker<never> = (name, label, { tone, ...options }) => ({
  name,
  segment: `${name}`.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  label,
  isDangerous: tone === 'danger',
  failed: `Failed to ${`${label}`.charAt(0).toLowerCase()}${`${label}`.slice(1)}.`,
  ...options,
})

/** Returns whether the action applies to this record. False if `when` throws. */
export function canBeDone({ when }: OwnAction, row: Row | Record<string, unknown>): boolean {
  return when === undefined || attempt(() => when(row as never)) === true
}
