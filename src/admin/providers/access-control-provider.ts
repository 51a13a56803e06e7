import type { AccessControlProvider } from '@refinedev/core'
import * as z from 'zod'
import { currentSession, hasAccount } from '#admin/http/session.ts'
import type { ConsoleAccess, ResourceRights } from '#contract/access.ts'
import type { Action, Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { withOpenRoles } from '#resources/open-roles.ts'

/** Maps Refine's actions to the server's. All others are reads. */
const NEEDS: Readonly<Record<string, string>> = {
  create: 'create',
  clone: 'create',
  edit: 'update',
  act: 'update',
  delete: 'delete',
  export: 'export',
}

/** Returns the rights of the session's role, on servers with roles besides admin. */
function rightsNow(): ConsoleAccess | undefined {
  const session = currentSession()
  return session.status === 'in' ? session.user.access : undefined
}

/** Returns the id of the signed-in user, or '' without one. */
export function personNow(): string {
  const session = currentSession()
  return session.status === 'in' ? session.user._id || session.user.email : ''
}

/**
 * Returns whether the role may take the action, by the rights loaded at sign-in. The server checks each call
 * itself. `name` is a resource, its page or another page. The record, if given, is checked by the role's rules.
 */
function isAllowed(
  { resources, pages }: Partial<ConsoleAccess> = {},
  name: string,
  action: string,
  record?: unknown,
): boolean {
  if (!resources) return true
  const need = NEEDS[action] ?? 'read'
  const page = pages?.[name]
  if (page) return page.includes(need)
  const [, rights] =
    Object.entries(resources).find(([one]) => one === name || one.split('/')[0] === name) ?? []
  if (!rights?.actions.includes(need)) return false
  if (need === 'read' || record === undefined) return true
  const fits = ([key, values]: [string, readonly string[]]) =>
    values.includes(String(getAt(record, key)))
  const isTheirs =
    rights.owner === undefined || need === 'create' || getAt(record, rights.owner) === personNow()
  return isTheirs && Object.entries(rights.only).every(fits)
}

/** Answers Refine's access checks. Undefined where only admins sign in: nothing needs a check. */
export function accessControlProvider(
  access: ConsoleAccess | undefined,
): AccessControlProvider | undefined {
  if (!access?.resources) return undefined
  return {
    can: ({ resource = '', action, params }) =>
      Promise.resolve({ can: isAllowed(access, resource, action, params?.record) }),
    options: { queryOptions: { staleTime: Number.POSITIVE_INFINITY } },
  }
}

/** Returns whether the resource has the action, and the role may take it on a record. */
export function canDo(resource: Resource, action: Action | 'act' | 'list', row?: Row): boolean {
  if (action !== 'act' && action !== 'list' && !resource.actions.includes(action)) return false
  return isAllowed(rightsNow(), resource.page, action, row)
}

/** Returns whether the role has all rights, as admins do. */
export function canDoAll(): boolean {
  return !rightsNow()?.resources
}

/** Returns whether the role may take the action on a page without a resource. */
export function canOnPage(name: string, action = 'list'): boolean {
  return isAllowed(rightsNow(), name, action)
}

/** Returns whether the role may read all of these resources. */
export function canReadAll(names: readonly string[]): boolean {
  return names.every((name) => isAllowed(rightsNow(), name, 'list'))
}

/**
 * Returns the resources as the role sees them, without the actions, columns, fields, filters and schema keys that
 * it has no right to. No screen needs a check of its own. Returns the same resources on servers without roles.
 */
export function registryFor(
  registry: readonly Resource[],
  access: ConsoleAccess | undefined,
): readonly Resource[] {
  const known = hasAccount() ? registry : registry.map(withoutShown)
  if (!access) return known
  const all = withOpenRoles(known, access.open)
  const { resources } = access
  if (!resources) return all
  return all.flatMap((resource) => {
    const rights = resources[resource.name]
    return rights?.actions.includes('read') ? [narrow(resource, rights, resources)] : []
  })
}

/** Returns a resource as the session's role sees it; undefined if it may not. */
export function ofSession(resource: Resource): Resource | undefined {
  const access = rightsNow()
  return access ? registryFor([resource], access)[0] : resource
}

/** Removes actions that show their answer. They are for admins of servers that support accounts. */
function withoutShown(resource: Resource): Resource {
  if (resource.rowActions.every(({ shown }) => shown === undefined)) return resource
  return {
    ...resource,
    rowActions: resource.rowActions.filter(({ shown }) => shown === undefined),
  }
}

function narrow(
  resource: Resource,
  { actions, hidden, locked }: ResourceRights,
  readable: Readonly<Record<string, ResourceRights>>,
): Resource {
  const keyOf = (path: string) => path.split('.', 1)[0] ?? path
  const leadsAway = (path: string) => {
    const { to } = referenceAt(resource.create, path) ?? {}
    return to !== undefined && !(to in readable)
  }
  const isShown = (path: string) => !(hidden.includes(keyOf(path)) || leadsAway(path))
  const isPathShown = (one: object) => !('path' in one) || isShown(String(one.path))
  const without = ({ shape }: Resource['create']) =>
    z.object(Object.fromEntries(Object.entries(shape).filter(([key]) => !hidden.includes(key))))
  const mayUpdate = actions.includes('update')
  return {
    ...resource,
    ...(hidden.length > 0 && {
      create: without(resource.create),
      update: without(resource.update),
      row: without(resource.row),
    }),
    actions: resource.actions.filter((action) => actions.includes(NEEDS[action] ?? '')),
    rowActions: mayUpdate ? withoutShown(resource).rowActions : [],
    listActions: mayUpdate ? resource.listActions : [],
    columns: resource.columns.filter(
      (one) => isPathShown(one) && (one.kind !== 'uses' || one.by in readable),
    ),
    line: resource.line.filter(isShown),
    detail: Array.isArray(resource.detail) ? resource.detail.filter(isPathShown) : resource.detail,
    fields: resource.fields.filter((one) => isPathShown(one) && !locked.includes(keyOf(one.path))),
    search: resource.search.every(isShown) ? resource.search : [],
    sorts: resource.sorts.filter(isShown),
    filters: resource.filters.filter(isShown),
  }
}
