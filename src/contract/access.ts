import type { ExportType, Tab } from './insight/analytics.ts'
import type { WidgetType } from './insight/widgets.ts'

// No zod in here: the sign-in page reads what the session says of its role.

/** The resources that a tab, a file or a widget tells of: who may not read them is not told. */
export const TELLS_OF: Readonly<Record<Tab | ExportType | WidgetType, readonly string[]>> = {
  engagement: ['users'],
  missions: ['missions/templates'],
  protocols: ['protocols/templates'],
  growth: ['users'],
  all: ['users', 'missions/templates', 'protocols/templates'],
  users: ['users'],
  assignments: ['users', 'missions/templates', 'protocols/templates', 'mentors'],
  events: ['users', 'missions/templates', 'protocols/templates', 'mentors'],
  userStats: ['users'],
  missionStats: ['missions/templates'],
  protocolStats: ['protocols/templates'],
  mentorStats: ['mentors'],
  recentUsers: ['users'],
  systemStatus: [],
}

/** What a role may do with the records of a resource. */
export interface ResourceRights {
  /** read, create, update, delete. */
  actions: readonly string[]
  /** Keys that may not be read. */
  hidden: readonly string[]
  /** Keys that may be read, and not written. */
  locked: readonly string[]
  /** It creates, changes and deletes only records whose key holds one of these texts. */
  only: Readonly<Record<string, readonly string[]>>
}

/** What the session says of a role on a server that lets more roles than admin in. */
export interface ConsoleAccess {
  /** The roles beside admin that users can be given. */
  open: readonly string[]
  /** Why this role may not enter; absent when it may. */
  refusal?: string
  /** By the resource's name, those that may be read; absent for admins, who may all. */
  resources?: Readonly<Record<string, ResourceRights>>
  /** What it may do with each page that is made of no one resource. */
  pages?: Readonly<Record<string, readonly string[]>>
}
