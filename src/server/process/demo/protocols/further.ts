import type { SampleProtocol } from './protocol.ts'

/** Learning paths for those who are in, or nearly, and want to stand on their own. */
export const furtherProtocols: readonly SampleProtocol[] = [
  {
    title: 'Make it, mend it, price it',
    description:
      'For apprentices and engineering students who want to run jobs of their own one day: from a morning on site through work that can be shown to a quote that feeds you.',
    targetLevel: 'advanced',
    careerFields: ['Engineering', 'Skilled Trades'],
    estimatedDuration: { value: 12, unit: 'months' },
    prerequisites: { skills: ['workshop safety', 'reading a dimensioned drawing'] },
    phases: [
      {
        title: 'See how others do it',
        description: 'A business is more than its craft.',
        milestones: [
          {
            title: 'A morning in another trade',
            description: 'You know one trade beside your own from the inside.',
            missions: ['Ask for half a day on site'],
          },
          {
            title: 'A machine understood',
            description: 'Someone else found every part by your drawing.',
            missions: ['Take a broken thing apart and draw how it works'],
          },
        ],
      },
      {
        title: 'Show what you can do',
        description: 'Work that is hidden has to be documented while it is still open.',
        milestones: [
          {
            title: 'A job and a CV that match',
            description:
              'The pictures prove the lines of the CV, and the CV says where to look in the pictures.',
            missions: [
              'Document a finished job from first cut to handover',
              'Rewrite your CV for one advert, line by line',
            ],
          },
          {
            title: 'A judgement from a master',
            description:
              'Have a master or a senior engineer look through your documentation. Note each question asked.',
            missions: [],
          },
        ],
      },
      {
        title: 'Numbers',
        description: 'Good work at a wrong price ruins people slowly.',
        milestones: [
          {
            title: 'A quote that holds',
            description: 'You lost or won the job without lowering your hour.',
            missions: ['Price a job and defend the quote'],
          },
          {
            title: 'What was planned, what it took',
            description:
              'Compare quote and reality for three jobs, your own or your employer’s, and find the item that is always too low.',
            missions: [],
          },
        ],
      },
      {
        title: 'On your own account',
        description: 'Licence, insurance, tax and the first twelve months.',
        milestones: [
          {
            title: 'The rules of your trade',
            description:
              'You know whether you need a master’s certificate, a chartered title or only a registration.',
            missions: [],
          },
          {
            title: 'A plan for twelve months',
            description:
              'Orders you can count on, what you need to live, and the month in which the money is lowest.',
            missions: [],
          },
        ],
      },
    ],
  },
  {
    title: 'Into public service by the front door',
    description:
      'Public posts are won by people who know the rules, answer what was asked and can write one clear page. Five phases, from the notice to the first file on your desk.',
    targetLevel: 'advanced',
    careerFields: ['Public Service & Law'],
    estimatedDuration: { value: 9, unit: 'months' },
    prerequisites: { skills: ['formal writing', 'patience with regulations'] },
    phases: [
      {
        title: 'The notice',
        description: 'Which post, which rules, which date.',
        milestones: [
          {
            title: 'Conditions ticked',
            description: 'You know what you meet, what is missing and when to start.',
            missions: ['Find the entry rules of one public post'],
          },
          {
            title: 'A calendar backwards',
            description: 'Each certificate has a day on which it must be applied for.',
            missions: [],
          },
        ],
      },
      {
        title: 'The examination',
        description: 'Past papers are public more often than people think.',
        milestones: [
          {
            title: 'Three past papers',
            description:
              'Sit three under real time, a week apart, and mark them by the official key.',
            missions: [],
          },
          {
            title: 'The weakest part, taught',
            description:
              'Teach your weakest topic to someone. What you cannot explain is what to revise.',
            missions: ['Teach one idea in ten minutes'],
          },
        ],
      },
      {
        title: 'The interview',
        description: 'The same questions for all, marked on a sheet.',
        milestones: [
          {
            title: 'Five marks out of your own hand',
            description: 'You can mark yourself as strictly as a panel does.',
            missions: ['Answer five structured interview questions on record'],
          },
          {
            title: 'A colleague to be',
            description: 'You have heard what the first year in the office is like.',
            missions: ['Hold a twenty-minute conversation with someone who does the job'],
          },
        ],
      },
      {
        title: 'The page',
        description: 'Those who write clearly are asked again.',
        milestones: [
          {
            title: 'A change proposed',
            description: 'Your page survived ten minutes of a sceptic.',
            missions: ['Argue a policy change on one page'],
          },
          {
            title: 'Present at a public meeting',
            description:
              'Sit through a council or committee meeting and note which papers were really discussed.',
            missions: [],
          },
        ],
      },
      {
        title: 'The first file',
        description: 'Ninety days inside.',
        milestones: [
          {
            title: 'Who decides what',
            description: 'Draw the way of one file through the house, with names and days.',
            missions: [],
          },
          {
            title: 'One letter rewritten',
            description:
              'Take a standard letter that citizens misunderstand and propose a version that they do not.',
            missions: [],
          },
        ],
      },
    ],
  },
  {
    title: 'Try research before you apply',
    description:
      'Before you give years to a doctorate, give five months to finding out. You observe, reproduce, talk to those who stayed and those who left, and decide.',
    targetLevel: 'advanced',
    careerFields: ['Science & Research', 'Environment & Agriculture'],
    estimatedDuration: { value: 5, unit: 'months' },
    prerequisites: {
      skills: ['basic statistics', 'one scripting language', 'reading papers in English'],
    },
    phases: [
      {
        title: 'Measure',
        description: 'Something simple, with an error you know.',
        milestones: [
          {
            title: 'A week of data of your own',
            description: 'Seven entries, one chart, one doubt.',
            missions: ['Keep a field notebook for seven days'],
          },
          {
            title: 'A question worth a month',
            description: 'Your Traveler tried for a quarter of an hour to answer it and could not.',
            missions: [],
          },
        ],
      },
      {
        title: 'Reproduce',
        description: 'Other people’s results, by your own hand.',
        milestones: [
          {
            title: 'A figure and its gaps',
            description: 'One command makes the figure, and you know what the paper left out.',
            missions: ['Reproduce one figure from a published paper'],
          },
          {
            title: 'Explained to a non-scientist',
            description:
              'Somebody outside the field can say what the figure shows and how sure it is.',
            missions: ['Teach one idea in ten minutes'],
          },
        ],
      },
      {
        title: 'Decide',
        description: 'One real position, not the idea of one.',
        milestones: [
          {
            title: 'Inside a group',
            description: 'You know how a normal week looks in the third year.',
            missions: ['Hold a twenty-minute conversation with someone who does the job'],
          },
          {
            title: 'An answer with a date',
            description: 'Yes, no or not yet, and the fact on which it hangs.',
            missions: ['Decide for or against a doctorate'],
          },
          {
            title: 'The other job, looked at',
            description:
              'You have read one advert outside the university as closely as the position.',
            missions: ['Read a job advert the way recruiters do'],
          },
        ],
      },
    ],
  },
]
