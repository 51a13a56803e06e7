import type { SampleRow } from '#server/store/bulk.ts'
import { deskMentors } from './mentors/at-the-desk.ts'
import { groundMentors } from './mentors/on-the-ground.ts'
import { creativeMissions } from './missions/creative.ts'
import { educationMissions } from './missions/education.ts'
import { healthcareMissions } from './missions/healthcare.ts'
import { hospitalityMissions } from './missions/hospitality.ts'
import { makingMissions } from './missions/making.ts'
import { publicServiceMissions } from './missions/public-service.ts'
import { scienceAndLandMissions } from './missions/science-and-land.ts'
import { technologyMissions } from './missions/technology.ts'
import { firstStepsProtocols } from './protocols/first-steps.ts'
import { furtherProtocols } from './protocols/further.ts'
import { intoTheWorkProtocols } from './protocols/into-the-work.ts'

const missions = [
  ...technologyMissions,
  ...healthcareMissions,
  ...hospitalityMissions,
  ...educationMissions,
  ...creativeMissions,
  ...makingMissions,
  ...publicServiceMissions,
  ...scienceAndLandMissions,
]
const protocols = [...firstStepsProtocols, ...intoTheWorkProtocols, ...furtherProtocols]
const mentors = [...deskMentors, ...groundMentors]

/** The sample missions. Like protocols and mentors they refer to others by name, not yet by id. */
export const sampleMissions = (today: Date): SampleRow[] => spread(missions, today)
export const sampleProtocols = (today: Date): SampleRow[] => spread(protocols, today)
export const sampleMentors = (today: Date): SampleRow[] => spread(mentors, today)

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** After the career fields, which came first, and in days before today. */
const FIRST = 440
const LAST = 12
/** No count of ours is a multiple of it, so that it visits every place once. */
const STRIDE = 7

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
