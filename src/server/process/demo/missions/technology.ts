import type { SampleMission } from './mission.ts'

/** From reading the first advert to reviewing an outage with a team. */
export const technologyMissions: readonly SampleMission[] = [
  {
    title: 'Read a job advert the way recruiters do',
    description:
      'Most adverts mix three things: what the work needs, what would be nice, and what was copied from the last advert. You take one real advert apart and find out how much of it you already meet.',
    type: 'research',
    difficulty: 'beginner',
    careerFields: ['Technology', 'Business & Management'],
    skills: ['close reading', 'job search', 'self-assessment'],
    steps: [
      {
        title: 'Pick one advert you would answer',
        description:
          'Choose a junior post that is open now and within reach by travel or remote work. Save the text; adverts disappear.',
        completionCriteria: 'The full text of the advert is saved with its date and source.',
      },
      {
        title: 'Mark every demand in one of three colours',
        description:
          'One colour for what the daily work needs, one for what helps, one for phrases that would fit any advert. When in doubt, ask whether someone could start on Monday without it.',
        completionCriteria: 'No demand in the advert is left unmarked.',
      },
      {
        title: 'Put your evidence beside the needs',
        description:
          'For each demand of the first colour, write one thing you have done that shows it. School, clubs and family duties count. Leave a gap where there is nothing.',
        completionCriteria: 'Each need has one line of evidence or is clearly marked as a gap.',
      },
      {
        title: 'Decide: apply, prepare or pass',
        description:
          'Meeting about two thirds of the needs is enough to apply. With less, name the one gap worth closing first. Tell your Traveler what you decided and why.',
        completionCriteria: 'A decision with a reason of two or three sentences.',
      },
    ],
    estimatedDuration: { value: 45, unit: 'minutes' },
    rewards: { experience: 40, skillPoints: 1 },
  },
  {
    title: 'Publish one small program that someone else can run',
    description:
      'A program that works only on your own machine is a draft. You finish something small, write down how to start it, and watch another person try.',
    type: 'portfolio',
    difficulty: 'intermediate',
    careerFields: ['Technology'],
    skills: ['programming', 'version control', 'technical writing', 'testing'],
    steps: [
      {
        title: 'Choose a problem of the size of one evening',
        description:
          'A bus timetable for your stop, a tally for a sports club, a renamer for holiday photos. Write one sentence: who has the problem, and what is better afterwards.',
        completionCriteria: 'One sentence that your Traveler understands without a question.',
      },
      {
        title: 'Build the smallest version that is useful',
        description:
          'Leave out accounts, settings and colours. Commit after each step that works, with a message that says what changed.',
        completionCriteria:
          'The program does the one job, and the history has at least five commits.',
      },
      {
        title: 'Write a test for the part most likely to break',
        description:
          'Find the input that worries you: an empty file, a name with an accent, the 29th of February. Write the test before you mend it.',
        completionCriteria: 'One automatic test that failed first and passes now.',
      },
      {
        title: 'Write the README for a stranger',
        description:
          'What it does, what has to be installed, the exact commands, and one thing it cannot do yet.',
        completionCriteria: 'The commands in the README work when copied one by one.',
      },
      {
        title: 'Watch someone run it, in silence',
        description:
          'Send only the link. Do not help. Note where they stop, and change the README or the program there.',
        completionCriteria: 'Another person ran it, and at least one change came out of it.',
      },
    ],
    estimatedDuration: { value: 7, unit: 'days' },
    rewards: { experience: 160, skillPoints: 2 },
  },
  {
    title: 'Rewrite your CV for one advert, line by line',
    description:
      'A general CV answers no question in particular. You take one advert and change your CV until each line on the first half page answers something that the advert asks.',
    type: 'application',
    difficulty: 'intermediate',
    careerFields: ['Technology', 'Engineering', 'Business & Management'],
    skills: ['CV writing', 'editing', 'job search', 'self-assessment'],
    steps: [
      {
        title: 'List what the advert asks, in its order',
        description:
          'Copy the needs in the words of the advert. Their order is usually the order of importance.',
        completionCriteria: 'Between five and ten needs, numbered.',
      },
      {
        title: 'Give each line of your CV a number',
        description:
          'Write beside each line which need it answers. Lines that answer none move to the end or go.',
        completionCriteria: 'Each line carries a number, or was moved or removed.',
      },
      {
        title: 'Turn duties into results',
        description:
          'Replace "responsible for stock" by what changed because of you: how many, how fast, how often, compared with what. If there is no number, say what someone could do afterwards that they could not do before.',
        completionCriteria: 'At least four lines name a result that can be checked.',
      },
      {
        title: 'Have it read for thirty seconds',
        description:
          'Show it to someone for half a minute, take it away, and ask what they remember. If it is not what the advert asks for, change what stands at the top.',
        completionCriteria: 'The reader names two of the three most important needs.',
      },
    ],
    estimatedDuration: { value: 3, unit: 'hours' },
    rewards: { experience: 130, skillPoints: 2 },
  },
  {
    title: 'Lead an incident review without blame',
    description:
      'When a service goes down or a medicine is given late, the question "who did it" ends the learning. You lead a review that finds out how a careful person could come to do what was done, and what to change so that the next one cannot.',
    type: 'skill practice',
    difficulty: 'expert',
    careerFields: ['Technology', 'Healthcare'],
    skills: ['facilitation', 'systems thinking', 'written reports', 'leadership', 'listening'],
    steps: [
      {
        title: 'Choose an incident and ask for leave',
        description:
          'Take one from your own team, project, ward or club in which nobody was seriously harmed. Ask whoever is responsible whether you may review it, and leave out names and anything about patients or customers.',
        completionCriteria: 'Permission in writing and a description without names.',
      },
      {
        title: 'Build the timeline from records',
        description:
          'Logs, messages, charts and photos first, memory second. Write down what each person could see at each moment, not what is known today.',
        completionCriteria: 'At least eight moments with time, source and what was visible.',
      },
      {
        title: 'Interview two people who were there',
        description:
          'Ask "what made that the sensible thing to do?" and wait. Do not use the words why, should or error.',
        completionCriteria:
          'Notes of two conversations, read and agreed to by those who gave them.',
      },
      {
        title: 'Run the meeting',
        description:
          'Forty-five minutes, timeline on the wall. Begin by saying what the meeting is for and what it is not for. Bring the talk back to conditions whenever it turns to persons.',
        completionCriteria: 'The meeting took place, and everyone present spoke at least once.',
      },
      {
        title: 'Propose three changes, and own one',
        description:
          'Each change alters a condition: a default, a checklist, a limit, a place on the shelf. "Be more careful" is no change.',
        completionCriteria: 'Three changes with owner and date, one of them yours.',
      },
      {
        title: 'Look again after two weeks',
        description: 'Find out which of the changes were made and whether they hold.',
        completionCriteria: 'A note of half a page on what happened to each change.',
      },
    ],
    estimatedDuration: { value: 4, unit: 'weeks' },
    rewards: { experience: 600, skillPoints: 8 },
  },
]
