import type { SampleMission } from './mission.ts'

/** Engineering and the trades: understanding things, making them, and naming a price. */
export const makingMissions: readonly SampleMission[] = [
  {
    title: 'Ask for half a day on site',
    description:
      'Trades are learned by standing beside somebody. You ask a business for half a day as a guest, turn up in the right shoes, and find out whether you like the mornings.',
    type: 'shadowing',
    difficulty: 'beginner',
    careerFields: ['Skilled Trades'],
    skills: ['phone calls', 'site safety', 'observation'],
    steps: [
      {
        title: 'Choose five businesses within reach',
        description:
          'You should be able to be there at six in the morning by bus or bicycle. Note the trade, how many people work there and who answers the phone.',
        completionCriteria: 'Five businesses with number and travel time.',
      },
      {
        title: 'Practise the call, then make it',
        description:
          'Call at the end of the day, not at seven in the morning. Say your name, your age, what you want and when you could come. Practise with your Traveler first, including a no.',
        completionCriteria: 'At least three calls made, answers noted.',
      },
      {
        title: 'Settle shoes, insurance and time',
        description:
          'Ask what to wear, whether a guest is insured, and whether a parent must sign. No answer on insurance means no visit.',
        completionCriteria: 'All three are answered before the day.',
      },
      {
        title: 'Go, watch, carry',
        description:
          'Phone away. Ask before touching anything. Carry what you are asked to carry. Note every tool whose name you did not know.',
        completionCriteria: 'Half a day on site and a list of at least five tools.',
      },
      {
        title: 'Write the honest page',
        description:
          'What was good, what was cold, loud or dull, and whether you would go back tomorrow.',
        completionCriteria: 'One page that ends with yes, no or another trade.',
      },
    ],
    estimatedDuration: { value: 2, unit: 'weeks' },
    rewards: { experience: 80, skillPoints: 1 },
  },
  {
    title: 'Take a broken thing apart and draw how it works',
    description:
      'A hair dryer, a lock, a bicycle hub. You find out how it was meant to work, where it stopped, and put that on a sheet that another person can read.',
    type: 'skill practice',
    difficulty: 'intermediate',
    careerFields: ['Engineering', 'Skilled Trades'],
    skills: ['technical drawing', 'fault finding', 'measuring', 'workshop safety'],
    steps: [
      {
        title: 'Choose something that cannot hurt you',
        description:
          'No mains voltage, no springs under load, no screens with tubes, no microwave ovens. Unplug it, take the battery out, and show a photo to your Traveler before you open it.',
        completionCriteria: 'Your Traveler agreed to the object.',
      },
      {
        title: 'Photograph every layer',
        description:
          'Before each screw, a photo. Lay the parts out in the order in which they came off, with a ruler beside them.',
        completionCriteria:
          'All parts laid out, and photos from which it could be put together again.',
      },
      {
        title: 'Follow the force or the current',
        description:
          'From where it enters to where it does the work. Write down where it changes direction, form or size.',
        completionCriteria: 'A chain of at least four links without a gap.',
      },
      {
        title: 'Name the fault and a test for it',
        description:
          'Say what failed, and one measurement that would prove you wrong. Make the measurement if you can.',
        completionCriteria: 'A fault, a test and its result.',
      },
      {
        title: 'Draw one exploded view by hand',
        description:
          'Numbered parts, a list of them, three dimensions. A ruler is allowed, software is not.',
        completionCriteria: 'Someone else finds each part on the table by your drawing.',
      },
    ],
    estimatedDuration: { value: 2, unit: 'days' },
    rewards: { experience: 170, skillPoints: 3 },
  },
  {
    title: 'Document a finished job from first cut to handover',
    description:
      'A good joint disappears behind plaster. You document one job of your own, a shelf, a weld, a rewired lamp under supervision, so that a master or a customer can judge work they cannot see any more.',
    type: 'portfolio',
    difficulty: 'intermediate',
    careerFields: ['Skilled Trades'],
    skills: ['photography', 'job documentation', 'material knowledge', 'honest self-criticism'],
    steps: [
      {
        title: 'Choose the job before it begins',
        description:
          'Documentation afterwards is guesswork. If the job is at a customer’s place, ask them and your employer whether you may take pictures.',
        completionCriteria: 'A job, a start date and permission.',
      },
      {
        title: 'Take seven photos that a master would ask for',
        description:
          'Bare ground, marking out, first fit, the hidden part, a detail with a rule beside it, the finished work, the swept floor.',
        completionCriteria: 'Seven sharp photos without people’s faces or addresses.',
      },
      {
        title: 'Write the materials and the times',
        description: 'What you planned and what it took. Include the piece you spoiled.',
        completionCriteria:
          'A table of planned and actual amounts, with one sentence on the biggest difference.',
      },
      {
        title: 'Mark your own weak spot',
        description: 'Put an arrow in one photo where you would do better next time, and say how.',
        completionCriteria: 'One marked photo with a remedy.',
      },
    ],
    estimatedDuration: { value: 5, unit: 'days' },
    rewards: { experience: 160, skillPoints: 2 },
  },
  {
    title: 'Price a job and defend the quote',
    description:
      'Whoever cannot price a job works for nothing. You work out a quote for a bathroom, a railing or a small control cabinet, and hold it against a customer who has found it cheaper.',
    type: 'skill practice',
    difficulty: 'advanced',
    careerFields: ['Skilled Trades', 'Engineering', 'Business & Management'],
    skills: ['estimating', 'cost calculation', 'negotiation', 'written quotes', 'risk judgement'],
    steps: [
      {
        title: 'Measure up',
        description:
          'Your own bathroom or stairs will do. Sketch with dimensions, photos, and the three things that you cannot see and have to assume.',
        completionCriteria: 'A sketch with dimensions and three written assumptions.',
      },
      {
        title: 'Price the material from two suppliers',
        description: 'With waste, small parts and delivery. Round up to whole packs.',
        completionCriteria: 'A list with prices from two sources and their dates.',
      },
      {
        title: 'Work out what your hour costs',
        description:
          'Wage, social insurance, van, insurance, tools, days without orders. Compare the sum with what you would have guessed.',
        completionCriteria: 'An hourly rate and its parts.',
      },
      {
        title: 'Write the quote',
        description:
          'What is included, what is not, how long it stands, when payment is due, what happens if an assumption is wrong.',
        completionCriteria: 'A quote of one or two pages that a customer understands.',
      },
      {
        title: 'Hold the conversation',
        description:
          'Your Traveler has a quote that is a fifth lower. You may take work out of the offer, but you may not give the same work for less.',
        completionCriteria: 'An agreement or a friendly no, with the price per hour unchanged.',
      },
    ],
    estimatedDuration: { value: 3, unit: 'days' },
    rewards: { experience: 300, skillPoints: 4 },
  },
]
