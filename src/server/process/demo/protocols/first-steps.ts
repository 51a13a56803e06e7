import type { SampleProtocol } from './protocol.ts'

/** Learning paths that ask for nothing but the wish to try. */
export const firstStepsProtocols: readonly SampleProtocol[] = [
  {
    title: 'Choosing a health profession',
    description:
      'There are more than thirty health professions, and school tells you about three. Over four months you compare routes, talk to people who do the work, and sit the kind of interview that stands at the door.',
    targetLevel: 'beginner',
    careerFields: ['Healthcare'],
    estimatedDuration: { value: 4, unit: 'months' },
    prerequisites: { skills: [] },
    phases: [
      {
        title: 'Look around',
        description: 'What there is, where it is learned, and what it costs.',
        milestones: [
          {
            title: 'Three routes on one page',
            description: 'You can say what each route takes in years, marks and money.',
            missions: ['Map the routes into three health professions'],
          },
          {
            title: 'What you bring along',
            description:
              'You know which of your strengths a ward, a practice or a laboratory would use.',
            missions: ['Write down ten moments when you were good at something'],
          },
        ],
      },
      {
        title: 'Hear it from inside',
        description: 'Two voices count more than twenty websites.',
        milestones: [
          {
            title: 'A conversation with a practitioner',
            description:
              'You heard about a bad shift and still want to know more, or no longer do.',
            missions: ['Hold a twenty-minute conversation with someone who does the job'],
          },
          {
            title: 'Words for patients',
            description: 'You can explain one condition so that it comes back right.',
            missions: ['Explain a condition without medical words'],
          },
        ],
      },
      {
        title: 'Stand at the door',
        description: 'Apply to one place, properly, and not to ten.',
        milestones: [
          {
            title: 'Five answers that hold',
            description: 'Your answers earn marks on a sheet, whether or not the panel smiles.',
            missions: ['Answer five structured interview questions on record'],
          },
          {
            title: 'One application sent',
            description:
              'Certificates, vaccination record and form have left the house before the closing date.',
            missions: [],
          },
        ],
      },
    ],
  },
  {
    title: 'From first shift to duty manager',
    description:
      'Hotels and restaurants promote those who keep calm, know the numbers and plan for others. A path for the first year in the trade, to be followed alongside the job.',
    targetLevel: 'beginner',
    careerFields: ['Hospitality & Tourism', 'Business & Management'],
    estimatedDuration: { value: 8, unit: 'months' },
    prerequisites: { skills: ['everyday conversation in the language of the house'] },
    phases: [
      {
        title: 'Get in',
        description: 'Find the house that teaches, not the one that only hires.',
        milestones: [
          {
            title: 'An advert understood',
            description: 'You can tell a house that trains people from one that wears them out.',
            missions: ['Read a job advert the way recruiters do'],
          },
          {
            title: 'A CV with results in it',
            description: 'Holiday jobs and club bars count, once they are told in numbers.',
            missions: ['Rewrite your CV for one advert, line by line'],
          },
        ],
      },
      {
        title: 'Guests',
        description: 'The part that everybody sees.',
        milestones: [
          {
            title: 'Three complaints, three endings',
            description: 'You can listen, offer and refuse.',
            missions: ['Take a guest complaint from hello to solved'],
          },
          {
            title: 'Fifty names',
            description:
              'Within two months you greet fifty returning guests or suppliers by name, with the help of a list of your own.',
            missions: [],
          },
        ],
      },
      {
        title: 'Numbers',
        description: 'The part that decides whether the house is still open next year.',
        milestones: [
          {
            title: 'One week of takings explained',
            description:
              'With leave of the manager, you compare last week’s takings with the same week a year ago and name two reasons for the difference.',
            missions: [],
          },
          {
            title: 'A price that pays',
            description: 'You know what an hour of work costs before anybody has served a coffee.',
            missions: ['Price a job and defend the quote'],
          },
        ],
      },
      {
        title: 'People',
        description: 'The part that makes a duty manager.',
        milestones: [
          {
            title: 'A rota that survives Friday',
            description: 'Your plan keeps the rest times even after somebody has called in sick.',
            missions: ['Plan the rota for a full house'],
          },
          {
            title: 'A first shift in charge',
            description:
              'Agree on one quiet evening with your manager, lead it, and talk it through the next day.',
            missions: [],
          },
        ],
      },
    ],
  },
  {
    title: 'A season on the land',
    description:
      'Eight weeks between a field notebook and a farm’s accounts, for people who wonder whether to work with soil, water or animals. It rests over the winter and opens again in June.',
    targetLevel: 'beginner',
    careerFields: ['Environment & Agriculture'],
    estimatedDuration: { value: 8, unit: 'weeks' },
    prerequisites: { skills: ['able to work outdoors for a day'] },
    isActive: false,
    phases: [
      {
        title: 'Look closely',
        description: 'Before you change a place, find out what it does by itself.',
        milestones: [
          {
            title: 'Seven days in one spot',
            description: 'You have a week of entries and a number for your own error.',
            missions: ['Keep a field notebook for seven days'],
          },
          {
            title: 'Ten plants by name',
            description: 'Ten wild plants within a walk of your door, recognised without a phone.',
            missions: [],
          },
        ],
      },
      {
        title: 'Work',
        description: 'Five days that no film about farming shows.',
        milestones: [
          {
            title: 'The right farm',
            description: 'You asked three farms and can say why you chose yours.',
            missions: ['Hold a twenty-minute conversation with someone who does the job'],
          },
          {
            title: 'A harvest week and its sums',
            description: 'You know what an hour in the field brings, and for whom.',
            missions: ['Work a harvest week and draw up its budget'],
          },
        ],
      },
      {
        title: 'Look back',
        description: 'What it means for the next year.',
        milestones: [
          {
            title: 'Stay, study or visit',
            description:
              'Choose between a farm apprenticeship, a degree and a hobby, and tell your Traveler what decided it.',
            missions: [],
          },
          {
            title: 'A thank-you with a result',
            description: 'The farm hears what you did because of the week.',
            missions: [],
          },
        ],
      },
    ],
  },
]
