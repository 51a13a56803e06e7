import * as z from 'zod'
import { defineResource } from '#model/declaration.ts'
import { requiredLine } from '#model/schema.ts'

const kept = z.object({
  /** Not a reference, so that a view can be deleted while it is a default. */
  view: requiredLine(60).optional().describe('ID of the default view of the list'),
})
const resource = requiredLine(100).describe('Name of the resource that the list shows')
const owner = z.string().optional().describe('ID of the user')

/** A user's settings of a list: one record for each user and list (decision 025). */
export default defineResource({
  name: 'list-settings',
  label: ['List setting', 'List settings'],
  recordName: 'resource',
  noPage: true,
  create: z.object({ resource, ...kept.shape }),
  update: kept,
  row: z.object({ resource, ...kept.shape, owner }),
  sample: { resource: 'users', view: '01993c5e-7b1a-7f00-8000-000000000000' },
  sorts: ['resource'],
  filters: ['resource'],
  defaultSort: 'resource',
  unique: [
    {
      path: 'resource',
      within: ['owner'],
      message: 'This list already has a setting. Update it instead.',
    },
  ],
  access: {
    read: ['editor', 'analyst', 'support'],
    write: ['editor', 'analyst', 'support'],
    own: { owner: 'owner', of: 'resource' },
  },
})
