import type { Data } from '#server/store/shape.ts'

/**
 * Who may call a route (API-02). 'events' is for admins and for services, whose tokens open nothing else.
 */
export type Access = 'public' | 'signed-in' | 'admin' | 'events'

/** Whether the data of a user says that the user is an admin, active or not. The one place that compares a role. */
export function hasAdminRole({ role }: Data): boolean {
  return role === 'admin'
}

/** Whether a user may administrate. */
export function isAdmin(data: Data): boolean {
  return hasAdminRole(data) && data.isActive === true
}

/** Whether whoever is signed in may call a route. */
export function mayCall(access: Access, user: Data): boolean {
  return access === 'public' || access === 'signed-in' || hasAdminRole(user)
}
