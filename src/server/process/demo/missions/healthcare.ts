import type { SampleMission } from './mission.ts'

/** Choosing among the health professions and talking with those who need them. */
export const healthcareMissions: readonly SampleMission[] = [
  {
    title: 'Map the routes into three health professions',
    description:
      'Nurse, radiographer, paramedic, dietitian, laboratory technician: each has its own school, its own cost and its own first year. You compare three of them on one page, for the place where you live.',
    type: 'research',
    difficulty: 'beginner',
    careerFields: ['Healthcare'],
    skills: ['research', 'comparing sources', 'planning'],
    steps: [
      {
        title: 'Choose three professions, one of them unknown to you',
        description:
          'Two may be ones you have considered. The third should be one whose working day you could not describe.',
        completionCriteria: 'Three names, each with one sentence on what drew you to it.',
      },
      {
        title: 'Find the register or licensing body',
        description:
          'In most countries a health profession is regulated. The regulator lists the schools that count. Start there and not with advertising by schools.',
        completionCriteria:
          'A link to the regulator or, where there is none, to the national association.',
      },
      {
        title: 'Fill in the table',
        description:
          'Years, entry marks, fees, pay while training, night shifts, first-year pay. Note the source and the year of each figure.',
        completionCriteria:
          'A table of three columns in which no cell is empty; "not found" counts.',
      },
      {
        title: 'Cross one out',
        description:
          'Say which of the three you would drop today and which fact decided it. Keep the other two for a conversation with someone who does the work.',
        completionCriteria: 'One profession dropped, with the fact that decided it.',
      },
    ],
    estimatedDuration: { value: 2, unit: 'hours' },
    rewards: { experience: 60, skillPoints: 1 },
  },
  {
    title: 'Explain a condition without medical words',
    description:
      'People forget about half of what they hear in a consultation. You practise on invented cases, with a Traveler who plays the patient, until the patient can repeat it in their own words. Resting while the practice cases are rewritten.',
    type: 'skill practice',
    difficulty: 'intermediate',
    careerFields: ['Healthcare'],
    skills: ['plain language', 'teach-back', 'listening', 'empathy'],
    steps: [
      {
        title: 'Take one practice case and look it up',
        description:
          'High blood pressure, iron deficiency or a sprained ankle. Use a source that is meant for patients and one that is meant for professionals.',
        completionCriteria: 'Five facts that the patient needs, in order of importance.',
      },
      {
        title: 'Find the ordinary word',
        description:
          'Replace each medical term by something you would say in a kitchen. Where a term must stay, explain it once.',
        completionCriteria: 'A text of at most 120 words with no unexplained term.',
      },
      {
        title: 'Say it to your Traveler and ask for it back',
        description:
          'Ask "how would you tell this to someone at home?" and not "did you understand?". What comes back wrong is yours to say better.',
        completionCriteria: 'All five facts come back after at most two attempts.',
      },
      {
        title: 'Do it again with a frightened patient',
        description:
          'Same case; this time the patient interrupts and asks whether it is dangerous. Answer that first.',
        completionCriteria:
          'The question is answered in your first two sentences, without a false promise.',
      },
    ],
    estimatedDuration: { value: 90, unit: 'minutes' },
    rewards: { experience: 140, skillPoints: 2 },
    isActive: false,
  },
  {
    title: 'Answer five structured interview questions on record',
    description:
      'Hospitals, ministries and councils ask everyone the same questions and mark the answers against a sheet. You prepare five, record yourself, and mark your own answers with such a sheet.',
    type: 'interview',
    difficulty: 'advanced',
    careerFields: ['Public Service & Law', 'Healthcare'],
    skills: ['interview technique', 'storytelling', 'self-assessment', 'composure'],
    steps: [
      {
        title: 'Get the criteria',
        description:
          'Public employers often publish what they mark: judgement, teamwork, integrity, communication. Take those of a post you want, or ask your Traveler for a typical set.',
        completionCriteria: 'Five criteria with a sentence on what a full mark looks like.',
      },
      {
        title: 'Find one true episode per criterion',
        description:
          'Situation, what was yours to do, what you did, what came of it. One of the five must have gone badly.',
        completionCriteria: 'Five episodes in note form, one of them a failure.',
      },
      {
        title: 'Record all five in one sitting',
        description:
          'Two minutes each, camera on, no notes, no second take. Your Traveler asks the questions and does not react, as a panel would.',
        completionCriteria:
          'One recording with five answers, none longer than two and a half minutes.',
      },
      {
        title: 'Mark yourself the next day',
        description:
          'Give 0 to 4 per criterion and write down the sentence that earned the mark. No sentence, no mark.',
        completionCriteria: 'Five marks, each with a quotation from the recording.',
      },
      {
        title: 'Repeat the weakest one',
        description: 'Change the episode if it does not carry the criterion, then record it again.',
        completionCriteria: 'The second mark is higher, or you can say why it is not.',
      },
    ],
    estimatedDuration: { value: 6, unit: 'hours' },
    rewards: { experience: 280, skillPoints: 4 },
  },
]
