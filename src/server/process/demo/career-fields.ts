import type { SampleRow } from '#server/store/bulk.ts'

/** The five target fields of the landing page first, then those that mentors asked for. */
const fields: readonly [name: string, description: string | undefined][] = [
  [
    'Technology',
    'Software, data, infrastructure and the products built from them, from a first line of code to leading a platform team.',
  ],
  [
    'Healthcare',
    'Nursing, medicine, therapy and the technical work around them: people who keep others well, and the systems they rely on.',
  ],
  [
    'Business & Management',
    'Running things with other people: operations, marketing, finance, consulting and starting a company of your own.',
  ],
  [
    'Education & Training',
    'Teaching in classrooms, workshops and online, designing curricula, and helping adults change direction.',
  ],
  [
    'Engineering',
    'Mechanical, electrical, civil and process engineering: working out how something can be built, and making sure it holds.',
  ],
  [
    'Creative & Design',
    'Graphic, product and interaction design, film, music and writing, with the business side that lets creative people live from it.',
  ],
  [
    'Public Service & Law',
    'Administration, policy, courts and emergency services: careers with rules of entry that are worth knowing early.',
  ],
  [
    'Environment & Agriculture',
    'Growing food, managing land and water, and measuring what we do to both.',
  ],
  [
    'Skilled Trades',
    'Carpentry, plumbing, electrics, welding and the paths from apprentice to master and shop owner.',
  ],
  [
    'Science & Research',
    'Laboratory and field work, statistics, and how to tell whether a doctorate is the right next step.',
  ],
  ['Hospitality & Tourism', undefined],
]

/** The sample career fields, there since the platform began. */
export function sampleCareerFields(today: Date): SampleRow[] {
  return fields.map(([name, description], index) => ({
    createdAt: new Date(today.getTime() - (457 - index) * 86_400_000),
    data: { name, ...(description && { description }), sample: true },
  }))
}
