import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { EVENTS_SCOPE, secretKeys } from '#contract/tokens.ts'
import { keysOf, type Own, RECORD_ACTIONS, type RecordAction } from '#model/access.ts'
import { checkRoles } from '#model/check/access.ts'
import type { Resource } from '#model/resource.ts'
import { ADMIN, PAGE_ACTIONS, type PageAction, ROLES, type Roles, USER } from '#resources/roles.ts'
import { decideForToken, isTokenRole, scopesIn } from '#server/auth/token-scopes.ts'
import type { Author } from '#server/http/authorise.ts'
import { forbidden } from '#server/http/refusal.ts'
import type { LogScope, RowScope } from './records.ts'
import type { Data } from './shape.ts'

/** The permission that a route requires: an action on a resource or a page. */
export interface Need {
  action: Action
  on: string
}
/**
 * Who may call a route: roles and tokens with the required permission. 'console' admits all users of the console,
 * 'admins' only admins, 'events' admins and tokens that may send events.
 */
export type RouteAccess = 'public' | 'signed-in' | 'console' | 'admins' | 'events' | Need
export type Action = RecordAction | PageAction
export const ACTIONS = [...new Set([...RECORD_ACTIONS, ...PAGE_ACTIONS])]

export interface Who {
  role: string
  /** The user's id, if records have owners. */
  person?: string | null | undefined
}

export interface Question extends Need, Who {
  field?: string | undefined
  /** The stored data of the record, or the data that would be stored. */
  record?: Data | undefined
}

export interface Verdict {
  isAllowed: boolean
  /** The rule that decided: `users.access.update`. */
  rule: string
  message: string
  /** Without a record: allowed only for records whose key has one of these values. */
  only?: Readonly<Record<string, readonly string[]>>
  /** Without a record: allowed only for these records, if records have owners. */
  whose?: Whose
}

type Whose = 'own' | 'own and shared'

/** The keys of a resource's records that a role may not read or write. */
export interface Limits {
  hidden: readonly string[]
  /** The keys that the role may read but not write. */
  locked: readonly string[]
}

/** Returns whether the data of a user has the admin role, active or not. */
export function hasAdminRole({ role }: Data): boolean {
  return role === ADMIN
}

/** Returns whether the data of a user has no role that could enter the console. */
export function isPlainUser({ role }: Data): boolean {
  return role === USER || role === undefined
}

/** Returns whether the data of a user is that of an active admin. */
export function isAdmin(data: Data): boolean {
  return hasAdminRole(data) && data.isActive === true
}

const VERBS: Readonly<Record<Action, string>> = {
  read: 'read',
  create: 'create',
  update: 'change',
  delete: 'delete',
  export: 'export',
}

export type AccessRules = ReturnType<typeof createAccess>

/**
 * Creates the access rules from the declarations and from `open`, the roles besides admin that may enter the console.
 * `decide` makes every decision. Throws a DeclarationError for an unknown role.
 */
export function createAccess(
  registry: readonly Resource[],
  open: readonly string[] = [],
  roles: Roles = ROLES,
) {
  checkRoles(registry, Object.keys(roles))
  const resources = new Map(registry.map((resource) => [resource.name, resource]))

  const verdict = (question: Question, isAllowed: boolean, rule: string, why = ''): Verdict => {
    const { role, action, on, field } = question
    const many = resources.get(on)?.label.many.toLowerCase() ?? on
    const what = field === undefined ? many : `'${field}' of ${many}`
    const may = isAllowed ? 'may' : 'may not'
    return { isAllowed, rule, message: `The role ${role} ${may} ${VERBS[action]} ${what}${why}.` }
  }

  const entry = (question: Question): Verdict => {
    const { role } = question
    if (role === ADMIN) return verdict(question, true, ADMIN)
    if (!Object.hasOwn(roles, role))
      return verdict(question, false, 'console', ': it has no access to the console')
    const isOpen = open.includes(role)
    return verdict(question, isOpen, 'CONSOLE_ROLES', isOpen ? '' : ': it is not open here')
  }

  /** Decides by the role, without regard to the owner of the record. */
  const ofRole = (question: Question): Verdict => {
    const scopes = scopesIn(question.role)
    if (scopes) return decideForToken(question, scopes, resources.get(question.on), isPlainUser)
    const entered = entry(question)
    if (!entered.isAllowed || entered.rule === ADMIN) return entered
    const { role, action, on, field, record } = question
    const resource = resources.get(on)
    if (!resource) {
      const pages: Readonly<Record<string, readonly string[]>> = roles[role]?.pages ?? {}
      return verdict(question, pages[on]?.includes(action) === true, `roles.${role}.pages.${on}`)
    }
    const { access, page } = resource
    const ofRecords = { ...question, field: undefined }
    const of = `${page}.access`
    const refuse = (rule: string, why?: string) => verdict(ofRecords, false, `${of}.${rule}`, why)
    // A role that may read records may also export them.
    const right = action === 'export' ? 'read' : action
    if (!access[right].includes(role)) return refuse(right)
    const only = right === 'read' ? {} : access.only
    const owner = right === 'read' ? undefined : access.owner
    const wrong = Object.entries(only).find(
      ([key, texts]) => record && !texts.includes(String(record[key])),
    )
    if (wrong)
      return refuse(
        `only.${wrong[0]}`,
        ` except those whose ${wrong[0]} is ${wrong[1].join(' or ')}`,
      )
    const isOwners = owner !== undefined && right !== 'create'
    if (isOwners && record && !isPerson(record[owner], question.person))
      return refuse('owner', ' that other users created')
    const allowed = {
      ...verdict(ofRecords, true, `${of}.${right}`),
      ...(Object.keys(only).length > 0 && { only }),
      ...(isOwners && !record && { whose: 'own' as const }),
    }
    if (field === undefined || action === 'delete') return allowed
    const { read, write } = access.fields[field] ?? {}
    const isRead = right === 'read' || read?.includes(role) === false
    if ((isRead ? read : write)?.includes(role) === false)
      return verdict(question, false, `${of}.fields.${field}.${isRead ? 'read' : 'write'}`)
    return { ...allowed, message: verdict(question, true, '').message }
  }

  const decide = (question: Question): Verdict => {
    const found = ofRole(question)
    const { role, person, action, on, record } = question
    const resource = resources.get(on)
    const own = resource?.access.own
    if (!(found.isAllowed && own) || action === 'export') return found
    const whose = whoseOf(own, action, hasAdminRole({ role }))
    if (!record) return { ...found, whose }
    const refuse = (rule: string, why: string) =>
      verdict({ ...question, field: undefined }, false, `${resource.page}.access.${rule}`, why)
    const subject = own.of === undefined ? undefined : record[own.of]
    if (typeof subject === 'string' && !mayRead(role, subject))
      return refuse(`own.${own.of}`, ` of ${subject}, which it may not read`)
    const isShared = own.shared !== undefined && record[own.shared] === true
    if (isPerson(record[own.owner], person) || (isShared && whose === 'own and shared'))
      return found
    return refuse('own', ' of another user')
  }

  const mayRead = (role: string, on: string): boolean =>
    decide({ role, action: 'read', on }).isAllowed

  const known = new Map<string, Limits | undefined>()
  /** Returns the limits of a role; undefined if it has the same permissions for all keys as for the record. */
  const limitsOf = (role: string, name: string): Limits | undefined => {
    // A token may not write passwords. Its other limits depend on the record.
    const isToken = isTokenRole(role)
    const key = `${isToken ? '' : role} ${name}`
    const resource = resources.get(name)
    if (known.has(key) || !resource) return known.get(key)
    const may = (action: Action) => (field: string) =>
      decide({ role, action, on: name, field }).isAllowed
    const guarded = isToken ? [] : keysOf(resource).filter((one) => one in resource.access.fields)
    const shown = guarded.filter(may('read'))
    const hidden = isToken ? secretKeys(resource) : guarded.filter((one) => !shown.includes(one))
    // Roles that may neither create nor change are refused before anything is written.
    const locked = shown.filter((one) => !(may('create')(one) || may('update')(one)))
    known.set(key, hidden.length + locked.length > 0 ? { hidden, locked } : undefined)
    return known.get(key)
  }

  const readable = (role: string) =>
    hasAdminRole({ role })
      ? undefined
      : registry.map(({ name }) => name).filter((name) => mayRead(role, name))

  /** Returns which records of a resource a user sees; undefined if that does not depend on the user. */
  const rowScope = ({ role, person }: Who, name: string): RowScope | undefined => {
    const own = resources.get(name)?.access.own
    return own && { ...own, person: person ?? '', among: readable(role) }
  }

  return {
    ...{ open, decide, limitsOf, mayRead, rowScope },

    /** Throws 403 with the rule unless the action is allowed. */
    demand(question: Question): void {
      const found = decide(question)
      if (!found.isAllowed) throw forbidden(found, question.field)
    },

    mayCall(route: RouteAccess, role: string): Verdict {
      if (typeof route === 'object') return decide({ role, ...route })
      const isOpen = route === 'public' || (route === 'signed-in' && !isTokenRole(role))
      if (isOpen || hasAdminRole({ role })) return { isAllowed: true, rule: route, message: '' }
      const scopes = scopesIn(role)
      if (scopes) {
        const isAllowed = route === 'events' && scopes.get(EVENTS_SCOPE)?.has('send') === true
        return {
          isAllowed,
          rule: 'token.scopes',
          message: 'This token does not have permission to do this.',
        }
      }
      if (route === 'console') {
        const message = `The role ${role} has no access to the console.`
        return { ...entry({ role, action: 'read', on: route }), message }
      }
      const message = 'Only administrators can do this.'
      return { isAllowed: false, rule: ADMIN, message }
    },

    /** Returns whether a role may see the names of a resource's records. */
    mayName(role: string, to: string): boolean {
      const hidden = limitsOf(role, to)?.hidden ?? []
      const keys = resources.get(to)?.recordName.map(keyOf) ?? []
      return mayRead(role, to) && !keys.some((key) => hidden.includes(key))
    },

    /** Returns which entries of the audit log a user sees. */
    logScope(who: Who): LogScope {
      const scopes = registry.map(({ name }) => [name, rowScope(who, name)] as const)
      return {
        names: readable(who.role),
        own: new Map(scopes.flatMap(([name, scope]) => (scope ? [[name, scope]] : []))),
      }
    },
  }
}

export function demandReading(access: AccessRules, role: string, names: readonly string[]): void {
  for (const on of names) access.demand({ role, action: 'read', on })
}

/** Returns whether a role may read the value at a path of a resource's records. */
export function mayReadPath(
  access: Pick<AccessRules, 'mayRead' | 'limitsOf'>,
  role: string,
  resource: string,
  path: string,
): boolean {
  const isHidden = access.limitsOf(role, resource)?.hidden.includes(keyOf(path)) === true
  return access.mayRead(role, resource) && !isHidden
}

/** Returns the key of the record that a path begins with. */
export function keyOf(path: string): string {
  return path.split('.', 1)[0] ?? path
}

function isPerson(owner: unknown, person: string | null | undefined): boolean {
  return typeof person === 'string' && owner === person
}

/** Returns whose records an action is allowed for. */
function whoseOf({ shared }: Own, action: Action, isAdmin: boolean): Whose {
  const isMore = shared !== undefined && (action === 'read' || isAdmin)
  return isMore && action !== 'create' ? 'own and shared' : 'own'
}

/** Creates the access checks of writes to one resource. They allow writes of the server itself, which have no role. */
export function createWriteRights(
  access: AccessRules,
  { name: on, create, access: { own, owner = own?.owner } }: Resource,
) {
  /** The default of a key. */
  const blank = (key: string): unknown =>
    create.shape[key] && z.safeParse(create.shape[key], undefined).data

  return {
    /** Returns whether the author may see a record. To the author, hidden records do not exist. */
    sees({ role, id: person }: Author, record: Data): boolean {
      if (!own || role === null) return true
      return access.decide({ role, person, action: 'read', on, record }).isAllowed
    },

    /**
     * Throws 403 unless the role may do it with this record. Before validation: a body may not even name a hidden
     * key, or its errors would reveal the stored value.
     */
    admit(
      { role, id: person }: Author,
      action: Exclude<RecordAction, 'read'>,
      record: Data | undefined,
      body: Data,
    ): void {
      if (role === null) return
      access.demand({ role, person, action, on, record })
      for (const field of access.limitsOf(role, on)?.hidden ?? [])
        if (Object.hasOwn(body, field)) access.demand({ role, person, action, on, field, record })
    },

    /**
     * Throws 403 if the write would change a key that the role may not write. A record may be sent back whole, as it
     * was read.
     */
    refuseChange({ role, id: person }: Author, before: Data | undefined, after: Data): void {
      if (role === null) return
      const action = before ? 'update' : 'create'
      for (const field of access.limitsOf(role, on)?.locked ?? []) {
        const was = before ? before[field] : blank(field)
        if (!isDeepStrictEqual(after[field], was))
          access.demand({ role, person, action, on, field, record: before })
      }
      const ownedBy = before ? owner && before[owner] : person
      const record = owner === undefined ? after : { ...after, [owner]: ownedBy }
      access.demand({ role, person, action, on, record })
    },
  }
}
