import type { SampleMission } from './mission.ts'

/** What you are good at, and how to show it. */
export const creativeMissions: readonly SampleMission[] = [
  {
    title: 'Write down ten moments when you were good at something',
    description:
      'People who are good at something rarely notice it, because it was easy. You collect ten moments from the last three years and look for what they have in common.',
    type: 'reflection',
    difficulty: 'beginner',
    careerFields: ['Creative & Design', 'Education & Training', 'Hospitality & Tourism'],
    skills: ['self-reflection', 'writing', 'pattern finding'],
    steps: [
      {
        title: 'Collect without judging',
        description:
          'Ten moments, two lines each: where, what you did, who noticed. Small ones are welcome: the table you rearranged, the quarrel you ended.',
        completionCriteria: 'Ten moments, at least three of them outside school and work.',
      },
      {
        title: 'Ask two people for one more each',
        description:
          'Ask someone who works or studies with you and someone who lives with you: "when did I make something easier for you?"',
        completionCriteria: 'Two further moments in the words of the other person.',
      },
      {
        title: 'Sort the verbs',
        description:
          'Underline what you actually did: explained, drew, waited, counted, persuaded, repaired. Put the moments with similar verbs together.',
        completionCriteria: 'Two to four groups, each with a name of your own.',
      },
      {
        title: 'Take the largest group to your Traveler',
        description:
          'Ask in which jobs somebody does that all day, and which of them you had not thought of.',
        completionCriteria: 'Three jobs, one of them new to you.',
      },
    ],
    estimatedDuration: { value: 60, unit: 'minutes' },
    rewards: { experience: 45, skillPoints: 1 },
  },
  {
    title: 'Turn a class project into a design case study',
    description:
      'Finished pictures show taste. A case study shows how you decide. You take one project, be it from a course or for a friend, and tell it so that a stranger understands what you decided, and why.',
    type: 'portfolio',
    difficulty: 'advanced',
    careerFields: ['Creative & Design'],
    skills: ['visual storytelling', 'design rationale', 'editing', 'user research', 'layout'],
    steps: [
      {
        title: 'Choose the project with the best argument',
        description:
          'Not the prettiest. Take the one in which you changed your mind, because that is where the story is.',
        completionCriteria: 'One project, and the decision that you reversed in one sentence.',
      },
      {
        title: 'Find what you threw away',
        description:
          'Sketches, dead ends, the version with the wrong typeface. Photograph paper in daylight.',
        completionCriteria: 'At least six rejected pieces, each with the reason in a caption.',
      },
      {
        title: 'Write the brief you should have had',
        description:
          'Who needed it, what they could not do before, what was fixed: time, format, budget, a printer who only does two colours.',
        completionCriteria: 'A brief of at most 100 words.',
      },
      {
        title: 'Tell it in eight pictures',
        description:
          'Problem, people, two wrong turns, the turn that worked, result, detail, what you would do today. A caption of at most 30 words under each.',
        completionCriteria: 'Eight pictures with captions, in order.',
      },
      {
        title: 'Test it on a busy person',
        description:
          'Ninety seconds, then ask what the problem was and what you decided. Credit everyone who worked on it.',
        completionCriteria:
          'The reader can name problem and decision, and all contributors are credited.',
      },
      {
        title: 'Publish it',
        description:
          'On a page that loads on a phone, with text that can be selected and pictures that have descriptions.',
        completionCriteria: 'A public link that your Traveler opened.',
      },
    ],
    estimatedDuration: { value: 2, unit: 'weeks' },
    rewards: { experience: 320, skillPoints: 4 },
  },
]
