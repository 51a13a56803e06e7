import type { ClientBase } from 'pg'
import { type EventType, SUBJECT_KINDS, typesAbout } from '#contract/events.ts'
import { quote } from '#server/db/json-sql.ts'

/**
 * What a rollup is computed from. Rolling up a batch and rebuilding run the same SQL and differ in this alone.
 * Each rollup compares its state with and without the fresh events, so the order of arrival makes no difference.
 */
export interface Source {
  client: ClientBase
  /** SQL of the stored events that are not counted yet: the columns of `events`, and their `day`. */
  fresh: string
  /** SQL of the stored events that are counted already. */
  earlier: string
  /** SQL of the day of an instant in the reporting time zone. */
  dayOf(instant: string): string
}

/** Returns the SQL of the day of an instant in a time zone, which is SQL too. */
export function dayIn(zone: string): Source['dayOf'] {
  return (instant) => `(${instant} at time zone ${zone})::date`
}

/**
 * SQL that looks rows up by an index, for each row before it. Without `offset 0` the planner sometimes reads whole
 * tables instead.
 */
export function lookUp(from: string, where: string): string {
  return `lateral (select * from ${from} where ${where} offset 0)`
}

/** SQL of the kind of subject that an event is about, by its type. */
export const KIND_OF_TYPE = `case ${SUBJECT_KINDS.map(
  (kind) => `when type in (${types(...typesAbout(kind))}) then ${quote(kind)}`,
).join(' ')} end`

/** A list of event types, for `type in (…)`. */
export function types(...names: EventType[]): string {
  return names.map(quote).join(', ')
}
