import type { SampleRow } from '#server/store/bulk.ts'
import { careerFields, mentors, missions, protocols } from './samples.ts'

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

/** Gives each entry a working hour of the last fifteen months, so that neighbours in a file are none in a list. */
function spread(entries: readonly object[], today: Date): SampleRow[] {
  return entries.map((entry, index) => {
    const place = (index * STRIDE) % entries.length
    const days = Math.round(LAST + ((FIRST - LAST) * place) / (entries.length - 1))
    const minutes = 8 * 60 + ((index * 131) % 540)
    return {
      createdAt: new Date(today.getTime() - days * DAY + minutes * MINUTE),
      data: { isActive: true, ...entry, sample: true },
    }
  })
}
