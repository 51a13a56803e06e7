import type { SampleRow } from './bulk.ts'
import { careerFields, mentors, missions, protocols } from './demo-samples.ts'

/** The sample missions. Like protocols and mentors they refer to others by name, not yet by id. */
export const sampleMissions = (today: Date): SampleRow[] => spread(missions(), today)
export const sampleProtocols = (today: Date): SampleRow[] => spread(protocols(), today)
export const sampleMentors = (today: Date): SampleRow[] => spread(mentors(), today)

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** After the career fields, which came first, and in days before today. */
const FIRST = 440
const LAST = 12
/** No count of ours is a multiple of it, so that it visits every place once. */
const STRIDE = 7

/** The sample career fields, there since the platform began. */
export function sampleCareerFields(today: Date): SampleRow[] {
  return careerFields().map((field, index) => ({
    createdAt: new Date(today.getTime() - (457 - index) * DAY),
    data: { ...field, sample: true },
  }))
}

/** The entries at their moments, active unless they say otherwise. */
function spread(entries: readonly object[], today: Date): SampleRow[] {
  return entries.map((entry, index) => ({
    createdAt: momentOf(index, entries.length, today),
    data: { isActive: true, ...entry, sample: true },
  }))
}

/** A working hour of the last fifteen months for each of some entries, so that neighbours in a file are none in a list. */
export function momentOf(index: number, count: number, today: Date): Date {
  const place = (index * STRIDE) % count
  const days = Math.round(LAST + ((FIRST - LAST) * place) / Math.max(1, count - 1))
  const minutes = 8 * 60 + ((index * 131) % 540)
  return new Date(today.getTime() - days * DAY + minutes * MINUTE)
}
