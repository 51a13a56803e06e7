import type { SampleMission } from './mission.ts'

/** Rules of entry, and the work once inside. */
export const publicServiceMissions: readonly SampleMission[] = [
  {
    title: 'Find the entry rules of one public post',
    description:
      'Public posts follow rules that are written down: age, nationality, marks, examinations, closing dates. You find them for one post, at the source, and work out the last day on which you could still begin.',
    type: 'research',
    difficulty: 'beginner',
    careerFields: ['Public Service & Law'],
    skills: ['reading regulations', 'research', 'planning backwards'],
    steps: [
      {
        title: 'Name one post exactly',
        description:
          '"Police" is too wide. Customs officer in training, court clerk, fire service trainee, city planner: one post, one employer, one place.',
        completionCriteria: 'Post, employer and place in one line.',
      },
      {
        title: 'Find the rule, and not a page about the rule',
        description:
          'The regulation or the official notice. Forums and preparation schools may lead you there, but they do not count.',
        completionCriteria: 'A link to the official text with its date.',
      },
      {
        title: 'Copy every condition and tick it',
        description:
          'Met, not met yet, never. Ask at the employer’s careers desk where the text leaves room.',
        completionCriteria: 'All conditions ticked, open ones with the question you asked.',
      },
      {
        title: 'Count back from the closing date',
        description:
          'Certificates, medical checks and language tests take weeks. Write the day on which each has to be started.',
        completionCriteria: 'A list of dates in which the earliest is the day to begin.',
      },
    ],
    estimatedDuration: { value: 2, unit: 'hours' },
    rewards: { experience: 60, skillPoints: 1 },
  },
  {
    title: 'Argue a policy change on one page',
    description:
      'Those who decide read one page, often in a corridor. You choose a rule that works badly where you live, find out who could change it, and write the page that they would need.',
    type: 'portfolio',
    difficulty: 'expert',
    careerFields: ['Public Service & Law', 'Environment & Agriculture'],
    skills: [
      'policy writing',
      'evidence appraisal',
      'stakeholder analysis',
      'legal research',
      'fairness to opponents',
    ],
    steps: [
      {
        title: 'Choose a rule that you can see at work',
        description:
          'Bins, bus lanes, allotments, school admissions, water fees. Watch it for an hour where it applies.',
        completionCriteria: 'The rule by its number and a page of observations.',
      },
      {
        title: 'Find out who may change it',
        description:
          'Council, agency, ministry or parliament; which committee; when it meets. A good page on the wrong desk is lost.',
        completionCriteria: 'The body, the person in charge of the subject and the next date.',
      },
      {
        title: 'Collect evidence from both sides',
        description:
          'Three sources for the change and three against, at least two of them with figures. Note who paid for each.',
        completionCriteria: 'Six sources, with a sentence each on how far you trust them.',
      },
      {
        title: 'Work out who pays',
        description:
          'Money, time, noise, habit. There is always somebody. Talk to one person who would be worse off.',
        completionCriteria: 'Notes of one conversation with someone on the losing side.',
      },
      {
        title: 'Write the page',
        description:
          'The ask in the first sentence. Then problem, options including "leave it as it is", recommendation, cost, and the strongest objection with your answer.',
        completionCriteria: 'One page, at most 450 words, with all five parts.',
      },
      {
        title: 'Defend it for ten minutes',
        description:
          'Your Traveler plays the committee’s most sceptical member. Write down each question that you could not answer, and change the page.',
        completionCriteria: 'A second version, and the list of questions.',
      },
    ],
    estimatedDuration: { value: 5, unit: 'weeks' },
    rewards: { experience: 580, skillPoints: 7 },
  },
]
