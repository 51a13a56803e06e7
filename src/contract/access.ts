import type { ExportType, Tab } from './analytics.ts'
import type { WidgetType } from './dashboards.ts'

// The sign-in page imports this file: keep zod out.

/** Resources that a tab, an export or a widget shows. A role must be able to read all of them. */
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

export interface ResourceRights {
  /** read, create, update, delete. */
  actions: readonly string[]
  /** Keys that the role cannot read. */
  hidden: readonly string[]
  /** Keys that the role can only read. */
  locked: readonly string[]
  /** The role writes only records whose key holds one of these values. */
  only: Readonly<Record<string, readonly string[]>>
  /** The key with the owner's id. The role changes and deletes only its own records. */
  owner?: string
}

/** Permissions of the signed-in role, on a server that admits more roles than admin. */
export interface ConsoleAccess {
  /** Roles besides admin that a user can have. */
  open: readonly string[]
  /** Reason why the role may not enter the console; absent if it may. */
  refusal?: string
  /** Readable resources by name. Absent for admins, who have all permissions. */
  resources?: Readonly<Record<string, ResourceRights>>
  /** Actions that the role may take on pages that belong to no single resource. */
  pages?: Readonly<Record<string, readonly string[]>>
}
