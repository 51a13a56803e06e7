import * as z from 'zod'
import { defineResource } from '#model/declaration.ts'
import { references } from '#model/references.ts'
import { amount, choice, ordered, requiredText, text, textList } from '#model/schema.ts'

export default defineResource({
  name: 'protocols/templates',
  label: ['Protocol', 'Protocols'],
  recordName: 'title',
  subtitle: 'Manage learning paths and protocols',
  icon: 'path',
  create: z.object({
    title: requiredText(120),
    description: text(2000).optional(),
    targetLevel: choice(['beginner', 'intermediate', 'advanced'], 'intermediate'),
    careerFields: references('career-fields').default(() => []),
    estimatedDuration: amount(['days', 'weeks', 'months'], 'months', 6).prefault({}),
    isActive: z.boolean().default(true),
    phases: ordered({
      title: requiredText(120),
      description: text(1000).optional(),
      milestones: ordered({
        title: requiredText(120),
        description: text(1000).optional(),
        missions: references('missions/templates').default(() => []),
      }).default(() => []),
    }).prefault([{ title: 'Fundamentals', milestones: [{ title: 'Getting Started' }] }]),
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
        milestones: [{ title: 'Strengths', missions: ['01890a5d-ac96-774b-bcce-b302099a8058'] }],
      },
    ],
    prerequisites: { skills: ['Curiosity'] },
  },
  line: ['people'],
  list: 'cards',
  fields: (f) => [
    ...f.group('Protocol', [
      f.text('title', 'Protocol Title'),
      f.textArea('description', 'Description'),
      f.select('targetLevel', 'Target Level', { half: true }),
      f.status('isActive', 'Status', { half: true }),
      ...f.amount('estimatedDuration', 'Duration'),
    ]),
    ...f.group('Audience', [
      f.reference('careerFields', 'Career Fields'),
      f.commaList('prerequisites.skills', 'Prerequisite Skills'),
    ]),
    f.list('phases', 'Phases', (f) => [
      f.text('title', 'Phase {number} Title'),
      f.textArea('description', 'Description'),
      f.list(
        'milestones',
        'Milestones',
        (f) => [
          f.text('title', 'Milestone {number} Title'),
          f.textArea('description', 'Description'),
          f.reference('missions', 'Missions'),
        ],
        { none: 'This phase has no milestones yet, so learners have nothing to do in it.' },
      ),
    ]),
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
  access: { read: ['editor', 'analyst'], write: ['editor'] },
  modalWidth: 820,
  messages: { saveFailed: 'Submission failed.' },
})
