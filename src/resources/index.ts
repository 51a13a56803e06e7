import { completeRegistry } from '#model/complete.ts'
import type { Resource } from '#model/resource.ts'
import careerFields from './career-fields.ts'
import dashboards from './dashboards.ts'
import mentors from './mentors.ts'
import messages from './messages.ts'
import missions from './missions.ts'
import protocols from './protocols.ts'
import users from './users.ts'
import waitlist from './waitlist.ts'

/** Every resource there is. The menu's order is the console's own (src/admin/menu.ts). */
export const registry: readonly Resource[] = completeRegistry([
  users,
  careerFields,
  missions,
  protocols,
  mentors,
  dashboards,
  messages,
  waitlist,
])
