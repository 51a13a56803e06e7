import * as z from 'zod'
import { defineResource } from '#model/declaration.ts'
import { json, requiredLine, text } from '#model/schema.ts'

/** Editable fields of a view. Its list cannot change. */
const kept = z.object({
  name: requiredLine(60),
  query: text(4000).default('').describe('The query of the list: search, filters and sort order'),
  layout: json(8000).optional().describe('Columns and page size of the list'),
  shared: z.boolean().default(false).describe('Visible to everyone who can read the list'),
})
const resource = requiredLine(100).describe('Name of the resource that the list shows')
/** Set by the server. */
const owner = z.string().optional().describe('ID of the user who created it')

/** Saved views: the query and the layout of a list under a name (decision 025). */
export default defineResource({
  name: 'views',
  label: ['View', 'Views'],
  recordName: 'name',
  noPage: true,
  create: z.object({ resource, ...kept.shape }),
  update: kept,
  row: z.object({ resource, ...kept.shape, owner }),
  sample: {
    resource: 'users',
    name: 'Admins by name',
    query: 'role=admin&sort=firstName',
    layout: { pageSize: 25 },
    shared: true,
  },
  sorts: ['name', 'createdAt'],
  filters: ['resource'],
  defaultSort: 'name',
  unique: [
    {
      path: 'name',
      within: ['owner', 'resource'],
      message: 'You already have a view with this name.',
    },
  ],
  access: {
    read: ['editor', 'analyst', 'support'],
    write: ['editor', 'analyst', 'support'],
    own: { owner: 'owner', shared: 'shared', of: 'resource' },
  },
})
