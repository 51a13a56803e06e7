import type { SampleMission } from './mission.ts'

/** Observing, reproducing, and a week on a farm. */
export const scienceAndLandMissions: readonly SampleMission[] = [
  {
    title: 'Keep a field notebook for seven days',
    description:
      'A pond, a compost heap, one tree, a square metre of pavement. You look at the same place every day for a week and learn to write down what you saw apart from what you think it means.',
    type: 'skill practice',
    difficulty: 'beginner',
    careerFields: ['Environment & Agriculture', 'Science & Research'],
    skills: ['observation', 'record keeping', 'measuring'],
    steps: [
      {
        title: 'Choose a place and one thing to count',
        description:
          'You must be able to get there every day at about the same time. Count something that changes: birds, blossoms, footprints, degrees.',
        completionCriteria: 'Place, time and what is counted, on the first page.',
      },
      {
        title: 'Write seven entries',
        description:
          'Date, time, weather, the count, a sketch. Left page for what you saw, right page for what you think.',
        completionCriteria: 'Seven entries; a missed day is written down as missed.',
      },
      {
        title: 'Let someone else count once',
        description: 'On one day, count independently and compare. The difference is your error.',
        completionCriteria: 'Two counts of the same moment and a sentence on the difference.',
      },
      {
        title: 'Draw one chart and one doubt',
        description: 'Seven points by hand. Beside them, a reason why the pattern may be chance.',
        completionCriteria: 'A chart with labelled axes and one written doubt.',
      },
    ],
    estimatedDuration: { value: 7, unit: 'days' },
    rewards: { experience: 70, skillPoints: 1 },
  },
  {
    title: 'Work a harvest week and draw up its budget',
    description:
      'Five days on a farm, at whatever is being picked, lifted or pressed, and then the sums: what the week cost and what it brought. Offered from June to October, when there is something to harvest.',
    type: 'shadowing',
    difficulty: 'advanced',
    careerFields: ['Environment & Agriculture'],
    skills: ['farm work', 'budgeting', 'endurance', 'asking questions', 'work safety'],
    steps: [
      {
        title: 'Find a farm and agree on terms',
        description:
          'Pay, bed, food, hours and insurance, in writing. A farm that will not write it down is the wrong farm.',
        completionCriteria: 'A written agreement that your Traveler has read with you.',
      },
      {
        title: 'Work five days',
        description:
          'Write three lines every evening: what was done, how much of it, what the weather did to the plan.',
        completionCriteria: 'Five evening entries with amounts.',
      },
      {
        title: 'Ask the three money questions',
        description:
          'What does a kilo bring, who sets the price, and what was the worst year? Ask on day three or later, once you are of some use.',
        completionCriteria: 'Three answers, with leave to use them.',
      },
      {
        title: 'Draw up the week’s budget',
        description:
          'Wages, fuel, packaging, losses, a fifty-second part of rent and machines; against what was sold. Mark which figures are guesses.',
        completionCriteria: 'A budget of one page with a result per working hour.',
      },
      {
        title: 'Show it to the farmer',
        description:
          'Ask what is wrong with it. The corrections are the most useful part of the mission.',
        completionCriteria: 'A corrected budget, and what you had overlooked.',
      },
    ],
    estimatedDuration: { value: 2, unit: 'weeks' },
    rewards: { experience: 340, skillPoints: 5 },
    isActive: false,
  },
  {
    title: 'Reproduce one figure from a published paper',
    description:
      'Research is easier to judge from inside. You take an open paper with open data, try to draw one of its figures yourself, and write down each place where the paper left you guessing.',
    type: 'research',
    difficulty: 'advanced',
    careerFields: ['Science & Research', 'Technology'],
    skills: ['data analysis', 'statistics', 'reading papers', 'programming', 'scientific writing'],
    steps: [
      {
        title: 'Choose a paper whose data you can download',
        description:
          'Small is good: a few thousand rows, a bar or line chart. Check the licence of the data before you start.',
        completionCriteria: 'Paper, figure number, link to the data and its licence.',
      },
      {
        title: 'Describe the figure in words',
        description:
          'What is counted, in what unit, which rows are left out, what the bars or bands mean. Mark what the paper does not say.',
        completionCriteria: 'Half a page, with the gaps marked.',
      },
      {
        title: 'Draw it by a script',
        description:
          'From the downloaded file to the picture in one run, without steps by hand. Any language will do.',
        completionCriteria: 'One command makes the figure from the original file.',
      },
      {
        title: 'Compare, and explain the difference',
        description:
          'There nearly always is one. Try the likely causes one at a time: other rows, other rounding, another version of the data.',
        completionCriteria:
          'Both figures side by side, with the difference explained or described.',
      },
      {
        title: 'Write to the authors or to nobody',
        description:
          'Draft a polite question of five sentences. Send it only if your Traveler agrees that the answer is not in the paper.',
        completionCriteria: 'A draft, and the decision whether it was sent.',
      },
    ],
    estimatedDuration: { value: 3, unit: 'weeks' },
    rewards: { experience: 350, skillPoints: 5 },
  },
  {
    title: 'Decide for or against a doctorate',
    description:
      'Three to six years are a long answer to a question that many never asked. You collect what you need to know about one real position, test the reasons you give, and come to a decision that you can explain to someone who disagrees.',
    type: 'reflection',
    difficulty: 'expert',
    careerFields: ['Science & Research'],
    skills: [
      'decision making',
      'self-reflection',
      'financial planning',
      'critical questions',
      'networking',
    ],
    steps: [
      {
        title: 'Write the reasons, then the reasons behind them',
        description:
          'All reasons for and against. After each, ask "and what would that give me?" twice. Keep the last answers.',
        completionCriteria: 'At least four reasons on each side, followed down two levels.',
      },
      {
        title: 'Take one real position',
        description:
          'A group, a supervisor, a topic, a contract. A doctorate in general cannot be decided on.',
        completionCriteria:
          'One position with pay, length, teaching load and what happens when the money ends.',
      },
      {
        title: 'Talk to one who stayed and one who left',
        description:
          'Former members of that group, found without the supervisor’s help. Ask both what a normal week was like in the third year.',
        completionCriteria: 'Notes of two conversations.',
      },
      {
        title: 'Count the years in money',
        description:
          'The position against the job you could have now: pay, savings, pension and rent over five years. Guess openly.',
        completionCriteria: 'A table of five years and one number at the end.',
      },
      {
        title: 'Argue the other side',
        description:
          'Take the side you lean away from and defend it against your Traveler for fifteen minutes. Note which argument moved you.',
        completionCriteria: 'The argument that moved you most, in your own words.',
      },
      {
        title: 'Decide, with a date to look again',
        description:
          'Yes, no or not yet. A "not yet" needs the fact you are waiting for and the day on which you will know it.',
        completionCriteria: 'A decision of at most 200 words with a date.',
      },
    ],
    estimatedDuration: { value: 4, unit: 'weeks' },
    rewards: { experience: 550, skillPoints: 7 },
  },
]
