import type { SampleMission } from './mission.ts'

/** Guests, colleagues and strangers: the service side of work. */
export const hospitalityMissions: readonly SampleMission[] = [
  {
    title: 'Take a guest complaint from hello to solved',
    description:
      'The room is cold, the starter has not come, the booking is for next week. Your Traveler plays three guests of growing temper, and you bring each to an end that both sides can live with.',
    type: 'skill practice',
    difficulty: 'beginner',
    careerFields: ['Hospitality & Tourism'],
    skills: ['listening', 'de-escalation', 'service recovery'],
    steps: [
      {
        title: 'Know what you may give',
        description:
          'Before the first guest, write down what a receptionist or waiter may offer without asking: another room, a dessert, late check-out. Ask in a real house if you can.',
        completionCriteria: 'A list of at least four things with their rough cost.',
      },
      {
        title: 'First guest: let them finish',
        description:
          'Do not explain and do not offer anything until the guest has stopped. Then say back what you heard, in one sentence.',
        completionCriteria: 'The guest confirms that you understood before you offer anything.',
      },
      {
        title: 'Second guest: offer a choice',
        description: 'Two options that you can keep, with a time for each.',
        completionCriteria: 'The guest chooses, and your offer is on the list of step one.',
      },
      {
        title: 'Third guest: stay polite and say no',
        description:
          'This one asks for something you may not give. Refuse once, name the reason, say what you will do and who decides.',
        completionCriteria:
          'The refusal stands and the conversation ends without a raised voice on your side.',
      },
    ],
    estimatedDuration: { value: 90, unit: 'minutes' },
    rewards: { experience: 50, skillPoints: 1 },
  },
  {
    title: 'Hold a twenty-minute conversation with someone who does the job',
    description:
      'No website tells you what a job is like on a bad Tuesday. You find a person who does it, ask for twenty minutes, and come back with answers that you could not have looked up.',
    type: 'networking',
    difficulty: 'intermediate',
    careerFields: ['Business & Management', 'Science & Research', 'Healthcare'],
    skills: ['networking', 'asking questions', 'written requests', 'note-taking'],
    steps: [
      {
        title: 'List six people at two removes',
        description:
          'Not the famous ones. Former pupils of your school, a neighbour’s colleague, the author of a small article. At two removes means that somebody can introduce you, or that you can name what you read by them.',
        completionCriteria: 'Six names, each with the link between you.',
      },
      {
        title: 'Write a request of five sentences',
        description:
          'Who you are, why them, what you want to know, twenty minutes, two possible times. Say plainly that you are not asking for a job.',
        completionCriteria: 'Your Traveler read it, and it was sent to three of the six.',
      },
      {
        title: 'Prepare seven questions, and look up the rest',
        description:
          'Strike every question that a search would answer. Good ones begin with "when did you last" or "what surprised you".',
        completionCriteria: 'Seven questions, none about pay scales or entry marks.',
      },
      {
        title: 'Have the conversation',
        description:
          'End on time, even if it goes well. Ask whom else you should talk to. Write your notes within the hour.',
        completionCriteria: 'A page of notes with at least one thing you did not expect.',
      },
      {
        title: 'Thank them with a result',
        description:
          'Two days later, write what you did because of the conversation. That is the message people remember.',
        completionCriteria: 'A message that names one thing you did.',
      },
    ],
    estimatedDuration: { value: 10, unit: 'days' },
    rewards: { experience: 150, skillPoints: 2 },
  },
  {
    title: 'Plan the rota for a full house',
    description:
      'A wedding on Saturday, two cooks ill, a new trainee, and the law on rest times. You plan a week for a hotel of forty rooms, defend the plan, and mend it when something goes wrong.',
    type: 'skill practice',
    difficulty: 'advanced',
    careerFields: ['Hospitality & Tourism', 'Business & Management'],
    skills: [
      'shift planning',
      'labour law basics',
      'cost awareness',
      'negotiation',
      'spreadsheets',
    ],
    steps: [
      {
        title: 'Collect the rules',
        description:
          'Longest shift, shortest rest, breaks, Sundays and minors, for your country. Write them as conditions that a plan can break.',
        completionCriteria: 'At least six conditions with their source.',
      },
      {
        title: 'Work out the demand',
        description:
          'For each day and each half shift: how many in reception, kitchen, service and rooms. Your Traveler hands you bookings and the wedding’s schedule.',
        completionCriteria: 'A table of demand for seven days without names in it.',
      },
      {
        title: 'Put people into it',
        description:
          'Fourteen employees with contracts, wishes and skills. Nobody gets two late shifts before an early one. Keep an eye on the wage bill.',
        completionCriteria: 'A complete plan that breaks no condition, with its cost.',
      },
      {
        title: 'Take the phone call',
        description:
          'Friday, 17:00: the breakfast cook is ill. You have ten minutes. Ask people, do not order them, and keep the rest times.',
        completionCriteria: 'A changed plan within ten minutes and the words you used to ask.',
      },
      {
        title: 'Explain the plan to the team',
        description:
          'Write the notice for the board: who carries more this week, why, and how it will be evened out.',
        completionCriteria: 'A notice of at most 150 words that names the unfair part.',
      },
    ],
    estimatedDuration: { value: 2, unit: 'days' },
    rewards: { experience: 300, skillPoints: 4 },
  },
]
