import type { SampleMission } from './mission.ts'

/** Teaching something to somebody, from ten minutes to a course. */
export const educationMissions: readonly SampleMission[] = [
  {
    title: 'Teach one idea in ten minutes',
    description:
      'Fractions, a bicycle’s gears, the offside rule. You teach one idea to one to five people and find out what they can do afterwards that they could not do before.',
    type: 'skill practice',
    difficulty: 'intermediate',
    careerFields: ['Education & Training'],
    skills: ['lesson planning', 'explaining', 'checking understanding', 'time keeping'],
    steps: [
      {
        title: 'Write the test first',
        description:
          'One task that somebody can only do who has understood. If you cannot think of one, the idea is too big or too vague.',
        completionCriteria: 'One task with its answer.',
      },
      {
        title: 'Cut it to three moves',
        description:
          'One example, one thing the learners do themselves, one question that shows whether it worked. Ten minutes hold no more.',
        completionCriteria: 'A plan on one card with minutes beside each move.',
      },
      {
        title: 'Teach it',
        description:
          'To real people, in a room or on a call. Let them do more of the talking in the second half than you.',
        completionCriteria: 'Taught to at least one person within twelve minutes.',
      },
      {
        title: 'Read the answers as a report on you',
        description:
          'Give the task. For each wrong answer, write which sentence of yours led there, and change that sentence.',
        completionCriteria: 'The learners’ answers, and one changed sentence for each wrong one.',
      },
    ],
    estimatedDuration: { value: 4, unit: 'hours' },
    rewards: { experience: 140, skillPoints: 2 },
  },
  {
    title: 'Design a four-session course and pilot the first',
    description:
      'A course is a promise with a date. You design four sessions for a group you can really reach, run the first, and decide from what you saw whether the other three still stand.',
    type: 'portfolio',
    difficulty: 'expert',
    careerFields: ['Education & Training'],
    skills: [
      'curriculum design',
      'facilitation',
      'assessment',
      'needs analysis',
      'giving feedback',
    ],
    steps: [
      {
        title: 'Ask the group before you plan',
        description:
          'Talk to five people who would come: what they can do, what they want to be able to do, what made the last course useless.',
        completionCriteria:
          'Notes of five conversations and one sentence that they all agree with.',
      },
      {
        title: 'Write four outcomes that can be seen',
        description:
          'One for each session, with a verb that somebody could film. "Understands" cannot be filmed.',
        completionCriteria: 'Four outcomes, each with the task that shows it.',
      },
      {
        title: 'Plan backwards',
        description:
          'Start with the task at the end of session four and ask what must be there before it. Drop what no task needs.',
        completionCriteria: 'A plan of four sessions, and a list of what you dropped.',
      },
      {
        title: 'Plan the first session to the minute',
        description:
          'With material, a way in for those who come late, and something for whoever is finished early.',
        completionCriteria: 'A plan from which another teacher could hold the session.',
      },
      {
        title: 'Hold it',
        description:
          'With at least four participants. Ask a colleague or a friend to write down only what the learners do.',
        completionCriteria: 'The session took place, and there is an observer’s record.',
      },
      {
        title: 'Revise the other three',
        description:
          'Compare the record with your plan. Change the remaining sessions where the two differ, and tell the group what you changed.',
        completionCriteria: 'A second version of the course with at least three reasoned changes.',
      },
    ],
    estimatedDuration: { value: 6, unit: 'weeks' },
    rewards: { experience: 620, skillPoints: 8 },
  },
]
