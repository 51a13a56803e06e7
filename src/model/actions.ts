import type { Question, Row } from './declaration.ts'
import { attempt } from './paths.ts'

export interface ActionOptions<Shown> {
  /** Confirmation before the action. {name} is the record's name; for a list, {count} is the number of records. */
  confirm?: Question
  tone?: 'danger'
  /**
   * Returns whether the action applies to a record. Other records have no button, and the server rejects it.
   */
  when?: (row: Shown) => boolean
  /** Success message; for a list, {count} is the number of records. */
  done: string
  /** Error message when the server sent none; made from the label when absent. */
  failed?: string
  /** Message for records that `when` excludes. */
  otherwise?: string
  /** The console's component that shows its response once (`results`). Its route is hand-written, for admins. */
  shown?: string
}

/** An action on a record or a list, besides editing and deleting. */
export interface OwnAction extends Omit<ActionOptions<never>, 'tone'> {
  /** The name of its function in src/server/records/actions/<page>.ts. */
  name: string
  /** The last segment of its path: POST /messages/{id}/mark-answered. */
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

/** Makes an action on a whole list. It always asks for confirmation and shows no response. */
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
