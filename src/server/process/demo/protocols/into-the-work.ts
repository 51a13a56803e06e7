import type { SampleProtocol } from './protocol.ts'

/** Learning paths for those who have chosen and want to be taken on. */
export const intoTheWorkProtocols: readonly SampleProtocol[] = [
  {
    title: 'From first program to first software team',
    description:
      'You can program a little and nobody knows it. In six months you finish something in public, apply with evidence, and learn how a team behaves when things break.',
    targetLevel: 'intermediate',
    careerFields: ['Technology'],
    estimatedDuration: { value: 6, unit: 'months' },
    prerequisites: {
      skills: ['basics of one programming language', 'reading English documentation'],
    },
    phases: [
      {
        title: 'Finish something',
        description: 'Small, useful, and running on a machine that is not yours.',
        milestones: [
          {
            title: 'A program with a user',
            description: 'One person other than you has run it and come back with a wish.',
            missions: ['Publish one small program that someone else can run'],
          },
          {
            title: 'Someone else’s code changed',
            description:
              'Mend a mistake in the documentation or a small bug of an open project, and get the change accepted.',
            missions: [],
          },
        ],
      },
      {
        title: 'Read with care',
        description: 'Most of the work is reading: adverts, code, data, papers.',
        milestones: [
          {
            title: 'Three adverts taken apart',
            description: 'You know which two gaps to close and which demands to ignore.',
            missions: ['Read a job advert the way recruiters do'],
          },
          {
            title: 'One figure, made again',
            description:
              'Optional for those who lean towards data: you can rebuild a result from its source.',
            missions: ['Reproduce one figure from a published paper'],
          },
        ],
      },
      {
        title: 'Apply',
        description: 'Five good applications instead of fifty.',
        milestones: [
          {
            title: 'A person inside',
            description: 'You have spoken to someone who works where you want to work.',
            missions: ['Hold a twenty-minute conversation with someone who does the job'],
          },
          {
            title: 'A CV for one post',
            description: 'Each line on the first half page answers the advert.',
            missions: ['Rewrite your CV for one advert, line by line'],
          },
        ],
      },
      {
        title: 'Part of a team',
        description: 'For the first months after you were taken on.',
        milestones: [
          {
            title: 'A question a day',
            description:
              'For three weeks, ask one question a day that you could not answer within twenty minutes, and collect the answers where the next new colleague will find them.',
            missions: [],
          },
          {
            title: 'After the outage',
            description: 'You led a review in which nobody had to be afraid.',
            missions: ['Lead an incident review without blame'],
          },
        ],
      },
    ],
  },
  {
    title: 'Teach before you train as a teacher',
    description:
      'Teacher training is long, and many find out in its last year that they dislike classrooms. You teach first: ten minutes, then an hour, then the first session of a course of your own.',
    targetLevel: 'intermediate',
    careerFields: ['Education & Training'],
    estimatedDuration: { value: 14, unit: 'weeks' },
    prerequisites: { skills: ['one subject you know well'] },
    phases: [
      {
        title: 'Why you',
        description: 'Liking a subject and liking to teach it are two things.',
        milestones: [
          {
            title: 'Moments when others learned from you',
            description:
              'You have found at least three, or you know that you have to look for them.',
            missions: ['Write down ten moments when you were good at something'],
          },
          {
            title: 'A lesson watched from the back',
            description:
              'Ask a teacher whether you may sit in for two lessons. Watch the learners, not the teacher.',
            missions: [],
          },
        ],
      },
      {
        title: 'Ten minutes',
        description: 'The shortest unit in which something can go wrong.',
        milestones: [
          {
            title: 'One idea, taught and tested',
            description: 'You changed a sentence because of a wrong answer.',
            missions: ['Teach one idea in ten minutes'],
          },
          {
            title: 'The same idea for another age',
            description: 'Teach it again to people at least ten years older or younger.',
            missions: [],
          },
        ],
      },
      {
        title: 'A course',
        description: 'Four sessions planned, one held, three made better.',
        milestones: [
          {
            title: 'A pilot with an observer',
            description: 'Somebody wrote down what the learners did while you taught.',
            missions: ['Design a four-session course and pilot the first'],
          },
          {
            title: 'Yes, no or another classroom',
            description:
              'School, workshop, company or museum: say where you would like to teach, or that you would rather not.',
            missions: [],
          },
        ],
      },
    ],
  },
  {
    title: 'A portfolio that gets replies',
    description:
      'Most portfolios are looked at for less than two minutes. You build one with a single case study that holds up, a price for your work, and three people who have seen it.',
    targetLevel: 'intermediate',
    careerFields: ['Creative & Design'],
    estimatedDuration: { value: 10, unit: 'weeks' },
    prerequisites: { skills: ['one finished project', 'basic image editing'] },
    phases: [
      {
        title: 'Choose',
        description: 'Less work, shown better.',
        milestones: [
          {
            title: 'What people come to you for',
            description: 'You can say it in one sentence without the word creative.',
            missions: ['Write down ten moments when you were good at something'],
          },
          {
            title: 'Three portfolios dissected',
            description:
              'Take three people who have the job you want. Note what they leave out and in which order they show the rest.',
            missions: [],
          },
        ],
      },
      {
        title: 'Show',
        description: 'One project from the question to the result.',
        milestones: [
          {
            title: 'A case study in eight pictures',
            description: 'A stranger names your decision after ninety seconds.',
            missions: ['Turn a class project into a design case study'],
          },
          {
            title: 'Every picture described',
            description: 'Someone who cannot see the pictures can follow the story from its texts.',
            missions: [],
          },
        ],
      },
      {
        title: 'Ask',
        description: 'A portfolio is a question, and questions are sent to people.',
        milestones: [
          {
            title: 'Three replies',
            description: 'Three people who do the work have answered, whatever they said.',
            missions: ['Hold a twenty-minute conversation with someone who does the job'],
          },
          {
            title: 'A price you can say aloud',
            description: 'You can name the price of a small job and what is not in it.',
            missions: ['Price a job and defend the quote'],
          },
        ],
      },
    ],
  },
]
