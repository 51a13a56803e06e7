import * as z from 'zod'
import { dashboardSchema, endpointOf, REFRESH_DEFAULT } from '#contract/dashboards.ts'
import { defineResource } from '#model/declaration.ts'
import { stamp } from '#model/schema.ts'

/** Set by the server. */
const owner = z.string().optional().describe('ID of the user who created it')

export default defineResource({
  name: 'dashboards',
  label: ['Dashboard', 'Dashboards'],
  title: 'Custom dashboards',
  recordName: 'title',
  subtitle: 'Build dashboards from widgets',
  api: { path: '/admin/dashboards', envelope: 'plain' },
  ownPage: true,
  create: dashboardSchema,
  row: dashboardSchema.extend({ owner, createdAt: stamp, updatedAt: stamp }),
  sample: {
    title: 'Weekly meeting',
    description: 'What we look at on Mondays',
    widgets: [
      {
        id: 'users',
        title: 'Users',
        type: 'userStats',
        size: { width: 2, height: 1 },
        position: { x: 0, y: 0 },
        dataSource: {
          type: 'api',
          endpoint: endpointOf('userStats'),
          refreshInterval: REFRESH_DEFAULT,
        },
      },
    ],
  },
  sorts: ['title', 'createdAt'],
  defaultSort: 'createdAt',
  access: { read: ['analyst'], write: ['analyst'], owner: 'owner' },
  unique: [{ path: 'isDefault', only: true, message: 'Another dashboard is already the default.' }],
  messages: {
    loadFailedFromServer: false,
    unexpected: 'Failed to fetch dashboards',
    createFailed: 'Failed to create dashboard',
    updateFailed: 'Failed to save dashboard layout',
    deleteFailed: 'Failed to delete dashboard',
    failedFromServer: false,
  },
})
