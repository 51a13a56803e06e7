import * as z from 'zod'
import { defineResource } from '#model/declaration.ts'
import { references } from '#model/references.ts'
import { ordered, requiredText, text, textList } from '#model/schema.ts'

const milestones = ordered({
  title: requiredText(120),
  description: text(1000).optional(),
  missions: references('missions/templates').default(() => []),
})

const phases = ordered({
  title: requiredText(120),
  description: text(1000).optional(),
  milestones: milestones.default(() => []),
})

export default defineResource({
  name: 'protocols/templates',
  label: ['Protocol', 'Protocols'],
  recordName: 'title',
  subtitle: 'Manage learning paths and protocols',
  icon: 'path',
  create: z.object({
    title: requiredText(120),
    description: text(2000).optional(),
    targetLevel: z.enum(['beginner', 'intermediate', 'advanced']).default('intermediate'),
    careerFields: references('career-fields').default(() => []),
    estimatedDuration: z
      .object({
        value: z.number().min(1).max(1000).default(6),
        unit: z.enum(['days', 'weeks', 'months']).default('months'),
      })
      .prefault({}),
    isActive: z.boolean().default(true),
    phases: phases.default(() => [
      {
        title: 'Fundamentals',
        order: 0,
        milestones: [{ title: 'Getting Started', order: 0, missions: [] }],
      },
    ]),
    prerequisites: z.object({ skills: textList() }).prefault({}),
  }),
  sample: {
    title: 'From student to first interview',
    description: 'Twelve weeks from a blank page to a conversation that you are ready for.',
    targetLevel: 'beginner',
    careerFields: ['01890a5d-ac96-774b-bcce-b302099a8057'],
    estimatedDuration: { value: 12, unit: 'weeks' },
    phases: [
      {
        title: 'Know what you offer',
        milestones: [
          { title: 'Strengths on one page', missions: ['01890a5d-ac96-774b-bcce-b302099a8058'] },
        ],
      },
    ],
    prerequisites: { skills: ['Curiosity'] },
  },
  list: 'cards',
  fields: (f) => [
    ...f.group('Protocol', [
      f.text('title', 'Protocol Title'),
      f.textArea('description', 'Description'),
      f.select('targetLevel', 'Target Level', { half: true }),
      f.status('isActive', 'Status', { half: true }),
      f.number('estimatedDuration.value', 'Duration Value', { half: true }),
      f.select('estimatedDuration.unit', 'Duration Unit', { half: true }),
    ]),
    ...f.group('Audience', [
      f.reference('careerFields', 'Career Fields'),
      f.commaList('prerequisites.skills', 'Prerequisite Skills', { hint: 'Separated by commas' }),
    ]),
    ...f.group('Phases', [f.part('phases', 'Phases', 'phases')]),
  ],
  search: [
    'title',
    'description',
    'prerequisites.skills',
    'phases.*.title',
    'phases.*.milestones.*.title',
  ],
  sorts: ['title', 'createdAt'],
  filters: ['isActive', 'targetLevel', 'careerFields'],
  modalWidth: 820,
  messages: {
    unexpected: 'Received an unexpected data format for protocols.',
    createFailed: 'Submission failed.',
    updateFailed: 'Submission failed.',
  },
})
