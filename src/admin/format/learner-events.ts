import type { TellingEvent } from '#contract/events.ts'

/** Learners' actions, with the record's name and without. */
export const LEARNER_EVENTS: Readonly<
  Record<TellingEvent, readonly [named: string, bare: string]>
> = {
  mission_assigned: ['Was assigned the mission {name}', 'Was assigned a mission'],
  mission_completed: ['Completed the mission {name}', 'Completed a mission'],
  protocol_enrolled: ['Enrolled in the protocol {name}', 'Enrolled in a protocol'],
  protocol_completed: ['Completed the protocol {name}', 'Completed a protocol'],
  mentor_assigned: ['Was assigned the mentor {name}', 'Was assigned a mentor'],
  mentor_reviewed: ['Reviewed the mentor {name}', 'Reviewed a mentor'],
}
