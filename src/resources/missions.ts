import * as z from 'zod'
import { count } from '#model/computed.ts'
import { defineResource } from '#model/declaration.ts'
import { references } from '#model/references.ts'
import { amount, choice, ordered, requiredText, text, textList } from '#model/schema.ts'
import { amountOf } from '#model/words.ts'

const points = z.int().min(0).max(1_000_000).default(0)

export default defineResource({
  name: 'missions/templates',
  label: ['Mission', 'Missions'],
  recordName: 'title',
  subtitle: 'Manage career guidance missions',
  icon: 'flag',
  create: z.object({
    title: requiredText(120),
    description: text(2000).optional(),
    type: requiredText(60),
    difficulty: choice(['beginner', 'intermediate', 'advanced', 'expert'], 'beginner'),
    careerFields: references('career-fields').default(() => []),
    skills: textList(),
    steps: ordered({
      title: requiredText(120),
      description: text(1000).optional(),
      completionCriteria: text(1000).optional(),
    }).default(() => []),
    estimatedDuration: amount(['minutes', 'hours', 'days', 'weeks'], 'hours').optional(),
    rewards: z.object({ experience: points, skillPoints: points }).prefault({}),
    isActive: z.boolean().default(true),
  }),
  sample: {
    title: 'Read a job advert like a recruiter',
    description: 'Find out what an advert really asks for before you write a word of your own.',
    type: 'research',
    difficulty: 'beginner',
    careerFields: ['01890a5d-ac96-774b-bcce-b302099a8057'],
    skills: ['Reading closely', 'Research'],
    steps: [
      { title: 'Pick three adverts', completionCriteria: 'Three adverts for one role are saved.' },
      { title: 'Mark what repeats', description: 'Skills, verbs and tools that occur twice.' },
    ],
    estimatedDuration: { value: 2, unit: 'hours' },
    rewards: { experience: 50, skillPoints: 5 },
  },
  computed: { stepCount: count('steps') },
  columns: (c) => [
    c.text('title', 'Title', { sort: 'title' }),
    c.badge('type', 'Type', { sort: 'type' }),
    c.badge('difficulty', 'Difficulty', {
      tones: { beginner: 'green', intermediate: 'yellow', advanced: 'orange', expert: 'red' },
    }),
    c.of('Duration', ({ estimatedDuration: time }) => amountOf(time?.value, time?.unit)),
    c.status(),
  ],
  line: ['steps', 'careerFields', 'people'],
  fields: (f) => [
    ...f.group('Mission', [
      f.text('title', 'Title'),
      f.textArea('description', 'Description'),
      f.text('type', 'Type', { half: true }),
      f.select('difficulty', 'Difficulty', { half: true }),
      f.status('isActive', 'Status', { half: true }),
    ]),
    ...f.group('Audience', [
      f.reference('careerFields', 'Career Fields'),
      f.commaList('skills', 'Skills'),
    ]),
    f.list('steps', 'Steps', (f) => [
      f.text('title', 'Title'),
      f.textArea('description', 'Description', { half: true }),
      f.textArea('completionCriteria', 'Completion criteria', { half: true }),
    ]),
    ...f.group('Duration and rewards', [
      ...f.amount('estimatedDuration', 'Duration'),
      f.number('rewards.experience', 'Experience', { half: true }),
      f.number('rewards.skillPoints', 'Skill Points', { half: true }),
    ]),
  ],
  search: ['title', 'type', 'description', 'skills', 'steps.*.title'],
  sorts: ['title', 'type', 'createdAt'],
  filters: ['isActive', 'difficulty', 'type', 'careerFields', 'stepCount'],
  needs: {
    stepless: {
      filters: { stepCount: '0' },
      words: ['{count} mission has no steps', '{count} missions have no steps'],
    },
  },
  access: { read: ['editor', 'analyst'], write: ['editor'] },
  modalWidth: 760,
  messages: {
    unexpected: 'Received an unexpected data format from the server.',
    saveFailed: 'Submission failed. Please check all fields.',
  },
})
