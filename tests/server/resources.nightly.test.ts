import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { type Declaration, defineResource } from '#model/declaration.ts'
import careerFields from '#resources/career-fields.ts'
import * as declared from '#resources/declared.ts'
import mentors from '#resources/mentors.ts'
import users from '#resources/users.ts'
import tags from '../fixtures/tags.ts'
import visits from '../fixtures/visits.ts'
import workshops from '../fixtures/workshops.ts'
import { resourceApiSuite } from '../suites/resource-api.suite.ts'

/** Declarations that no product ships: the suite must hold for any new declaration. */
const badges = defineResource({
  name: 'badges',
  label: ['Badge', 'Badges'],
  recordName: 'code',
  create: z.object({
    code: z
      .string()
      .regex(/^[a-z0-9-]+$/)
      .max(30),
    level: z.enum(['bronze', 'silver', 'gold']),
  }),
  update: z.object({ level: z.enum(['bronze', 'silver', 'gold']) }),
  sample: { code: 'first-step', level: 'bronze' },
  columns: (c) => [c.text('code', 'Code'), c.badge('level', 'Level')],
  fields: (f) => [f.text('code', 'Code', { on: 'create' }), f.select('level', 'Level')],
  unique: [{ path: 'code', message: 'A badge with this code already exists.' }],
})
const { columns: _columns, fields: _fields, ...bareTags } = tags
const others: Declaration[] = [
  tags,
  visits,
  {
    ...bareTags,
    name: 'plain-tags',
    label: ['Plain tag', 'Plain tags'],
    api: { envelope: 'plain' },
    ownPage: true,
  },
  { ...badges, actions: ['create', 'edit'] },
  { ...tags, name: 'fixed-tags', label: ['Fixed tag', 'Fixed tags'], actions: ['edit'] },
  {
    ...tags,
    name: 'brief-tags',
    label: ['Brief tag', 'Brief tags'],
    actions: ['create', 'delete'],
  },
]
const whole = completeRegistry([users, careerFields, mentors, ...others])
for (const resource of whole.slice(3)) resourceApiSuite(resource, whole)

/** The resource of docs/adding-a-resource.md. */
const withWorkshops = completeRegistry([...Object.values(declared), workshops])
for (const resource of withWorkshops.slice(-1)) resourceApiSuite(resource, withWorkshops)
