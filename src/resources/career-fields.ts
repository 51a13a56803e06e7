import * as z from 'zod'
import { defineResource } from '#model/declaration.ts'
import { requiredText, text } from '#model/schema.ts'

export default defineResource({
  name: 'career-fields',
  label: ['Career Field', 'Career Fields'],
  recordName: 'name',
  subtitle: 'Manage fields of work and study',
  icon: 'compass',
  api: { envelope: 'all' },
  create: z.object({ name: requiredText(80), description: text(500).optional() }),
  sample: {
    name: 'Renewable Energy',
    description: 'Planning, building and running plants that use sun, wind and water.',
  },
  columns: (c) => [
    c.text('name', 'Name', { sort: 'name' }),
    c.text('description', 'Description'),
    c.uses('missions/templates', 'Missions'),
    c.uses('mentors', 'Mentors'),
  ],
  fields: (f) => [
    f.text('name', 'Field Name'),
    f.textArea('description', 'Description (Optional)'),
  ],
  search: ['name', 'description'],
  sorts: ['name', 'createdAt'],
  defaultSort: 'name',
  unique: [{ path: 'name', message: 'A career field with this name already exists.' }],
  access: { read: ['editor', 'analyst'], write: ['editor'] },
  modalWidth: 425,
  messages: {
    add: 'Add Field',
    submitCreate: 'Save Field',
    submitUpdate: 'Save Field',
    empty: 'No career fields found.',
    loadFailed: 'An unexpected error occurred.',
    unexpected: 'API did not return an array for career fields.',
    created: 'Career field added.',
    updated: 'Career field updated.',
    deleted: 'Career field deleted.',
    createFailed: 'Failed to add field.',
    updateFailed: 'Failed to update field.',
    deleteFailed: 'Failed to delete.',
    invalid: 'Field name cannot be empty.',
  },
})
