import { type EventType, SUBJECT_KINDS, typesAbout } from '#contract/events.ts'
import { quote } from '#server/db/json-sql.ts'
import type { Into } from './add-to.ts'

/**
 * What a fact is worked out from. Rolling up and rebuilding run the same SQL and differ in this alone.
 * Each fact compares its state with and without the fresh events, so that the order in which events
 * arrive makes no difference.
 */
export interface Source extends Into {
  /** The name of the table that stands for one of ours. */
  of(table: string): string
  /** SQL of the stored events that are not counted yet: the columns of `events`, and their `day`. */
  fresh: string
  /** SQL of what is counted already: of reports of enrolments alone (base.ts). */
  earlier: string
  /** SQL of the day of an instant, in the reporting time zone and no other. */
  dayOf(instant: string): string
}

/** SQL of the day of an instant in a time zone, which is SQL too. */
export function dayIn(zone: string): Source['dayOf'] {
  return (instant) => `(${instant} at time zone ${zone})::date`
}

/**
 * SQL that looks rows up for each row before it, by an index. Left to choose, the planner now and then
 * reads whole tables instead ('offset 0' leaves it no choice).
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
