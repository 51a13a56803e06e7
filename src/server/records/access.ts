import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { EVENTS_SCOPE, secretKeys } from '#contract/tokens.ts'
import { keysOf, type Own, RECORD_ACTIONS, type RecordAction } from '#model/access.ts'
import { checkRoles } from '#model/check/access.ts'
import type { Resource } from '#model/resource.ts'
import { ADMIN, PAGE_ACTIONS, type PageAction, ROLES, type Roles, USER } from '#resources/roles.ts'
import { decideForToken } from '#server/auth/token-rights.ts'
import { isTokenRole, scopesIn } from '#server/auth/token-role.ts'
import type { Author } from '#server/history/write.ts'
import { forbidden } from '#server/http/refusal.ts'
import type { Data } from './shape.ts'
import type { Seen, Sight } from './sight.ts'

/** What a route is for: an action on a resource or a page. */
export interface Need {
  action: Action
  on: string
}
/**
 * Who may call a route (API-02): those whose role may do what it is for, and tokens that were given it. 'console' is
 * for all who may enter the console, 'admins' for those alone, 'events' for those and for tokens that may send them.
 */
export type RouteAccess = 'public' | 'signed-in' | 'console' | 'admins' | 'events' | Need
export type Action = RecordAction | PageAction
export const ACTIONS = [...new Set([...RECORD_ACTIONS, ...PAGE_ACTIONS])]

/** Who asks: a role, and somebody in it where it is about what is one person's own. */
export interface Who {
  role: string
  person?: string | null | undefined
}

export interface Question extends Need, Who {
  /** A key of the record. */
  field?: string | undefined
  /** What is stored of the record it is about, or would be. */
  record?: Data | undefined
}

export interface Verdict {
  isAllowed: boolean
  /** Which rule says so: `users.access.update`. */
  rule: string
  /** The same in a sentence. */
  message: string
  /** Of records in general: only those whose key holds one of these texts. */
  only?: Readonly<Record<string, readonly string[]>>
  /** Of records in general, where each is one person's own: whose. */
  whose?: Whose
}

/** What a role may not do with the keys of a resource's records. */
export interface Limits {
  /** May not be read. */
  hidden: readonly string[]
  /** May be read, and not written. */
  locked: readonly string[]
}

/** Who may do what: one function decides, and all others ask it. */
export interface AccessRules {
  /** The roles beside admin that may enter the console. */
  readonly open: readonly string[]
  decide(question: Question): Verdict
  /** Throws 403 that names the rule. */
  demand(question: Question): void
  /** Whether somebody with this role may call a route. */
  mayCall(route: RouteAccess, role: string): Verdict
  /** Undefined where a role may do with all keys what it may do with the record; so always for admins. */
  limitsOf(role: string, resource: string): Limits | undefined
  mayRead(role: string, resource: string): boolean
  /** Which records of a resource somebody sees; undefined where all, or none, whoever it is. */
  seen(who: Who, resource: string): Seen | undefined
  /** What somebody sees of all that is written. */
  sight(who: Who): Sight
}

/** Whether the data of a user says that the user is an admin, active or not. */
export function hasAdminRole({ role }: Data): boolean {
  return role === ADMIN
}

/** Whether the data of a user says that the user enters nowhere, whatever is open. */
export function isPlainUser({ role }: Data): boolean {
  return role === USER || role === undefined
}

/** Whether a user may administrate. */
export function isAdmin(data: Data): boolean {
  return hasAdminRole(data) && data.isActive === true
}

const DOES: Readonly<Record<Action, string>> = {
  read: 'read',
  create: 'create',
  update: 'change',
  delete: 'delete',
  export: 'export',
}

/**
 * Makes the rules of a server from what its declarations say and from the roles that it opens. What routes ask
 * with each request is decided here, once. Throws a DeclarationError for a role that there is none of.
 */
export function createAccess(
  registry: readonly Resource[],
  open: readonly string[] = [],
  roles: Roles = ROLES,
): AccessRules {
  checkRoles(registry, Object.keys(roles))
  const resources = new Map(registry.map((resource) => [resource.name, resource]))

  const verdict = (question: Question, isAllowed: boolean, rule: string, why = ''): Verdict => {
    const { role, action, on, field } = question
    const many = resources.get(on)?.label.many.toLowerCase() ?? on
    const what = field === undefined ? many : `'${field}' of ${many}`
    const may = isAllowed ? 'may' : 'may not'
    return { isAllowed, rule, message: `The role ${role} ${may} ${DOES[action]} ${what}${why}.` }
  }

  const entry = (question: Question): Verdict => {
    const { role } = question
    if (role === ADMIN) return verdict(question, true, ADMIN)
    if (!Object.hasOwn(roles, role))
      return verdict(question, false, 'console', ': it has no access to the console')
    const isOpen = open.includes(role)
    return verdict(question, isOpen, 'CONSOLE_ROLES', isOpen ? '' : ': it is not open here')
  }

  /** By the role alone, whosever the record is. */
  const ofRole = (question: Question): Verdict => {
    const scopes = scopesIn(question.role)
    if (scopes) return decideForToken(question, scopes, resources.get(question.on), isPlainUser)
    const entered = entry(question)
    if (!entered.isAllowed || entered.rule === ADMIN) return entered
    const { role, action, on, field, record } = question
    const resource = resources.get(on)
    if (!resource) {
      const pages: Readonly<Record<string, readonly string[]>> = roles[role]?.pages ?? {}
      const rule = `roles.${role}.pages.${on}`
      return verdict(question, pages[on]?.includes(action) === true, rule)
    }
    const { access, page } = resource
    const ofRecords = { ...question, field: undefined }
    // Who may read records may take them away as a file.
    const right = action === 'export' ? 'read' : action
    const isRight = access[right].includes(role)
    if (!isRight) return verdict(ofRecords, false, `${page}.access.${right}`)
    const wrong = right === 'read' ? undefined : outside(access.only, record)
    if (wrong !== undefined)
      return verdict(
        ofRecords,
        false,
        `${page}.access.only.${wrong}`,
        ` but those whose ${wrong} is ${access.only[wrong]?.join(' or ')}`,
      )
    const { owner } = access
    const isOwners = owner !== undefined && (right === 'update' || right === 'delete')
    if (isOwners && record && !isTheirs(record[owner], question.person))
      return verdict(ofRecords, false, `${page}.access.owner`, ' that other people made')
    const only = {
      ...(right === 'read' || isEmpty(access.only) ? {} : { only: access.only }),
      ...(isOwners && !record && { whose: 'own' as const }),
    }
    if (field === undefined || action === 'delete')
      return { ...verdict(ofRecords, true, `${page}.access.${right}`), ...only }
    const { read, write } = access.fields[field] ?? {}
    const at = `${page}.access.fields.${field}`
    if (read?.includes(role) === false) return verdict(question, false, `${at}.read`)
    if (right !== 'read' && write?.includes(role) === false)
      return verdict(question, false, `${at}.write`)
    return { ...verdict(question, true, `${page}.access.${right}`), ...only }
  }

  const decide = (question: Question): Verdict => {
    const found = ofRole(question)
    const { role, person, action, on, record } = question
    const resource = resources.get(on)
    const own = resource?.access.own
    if (!(found.isAllowed && own && isRecordAction(action))) return found
    const isAdmin = hasAdminRole({ role })
    if (!record) return { ...found, whose: whoseOf(own, action, isAdmin) }
    const asked = { action, person, isAdmin, record }
    const wrong = notOwn(own, asked, (name) => rules.mayRead(role, name))
    if (!wrong) return found
    const ofRecords = { ...question, field: undefined }
    return verdict(ofRecords, false, `${resource.page}.access.${wrong.word}`, wrong.why)
  }

  const limits = new Map(
    open.flatMap((role) =>
      registry.map((resource) => {
        const may = (action: Action) => (field: string) =>
          decide({ role, action, on: resource.name, field }).isAllowed
        const keys = keysOf(resource)
        const isGuarded = (key: string) => key in resource.access.fields
        const hidden = keys.filter((key) => isGuarded(key) && !may('read')(key))
        // Whoever may neither create nor change is refused before anything is written.
        const locked = keys.filter(
          (key) =>
            isGuarded(key) && !hidden.includes(key) && !(may('create')(key) || may('update')(key)),
        )
        const has = hidden.length > 0 || locked.length > 0
        return [`${role} ${resource.name}`, has ? { hidden, locked } : undefined] as const
      }),
    ),
  )

  /** A token writes no passwords; for what else it may not write, it is the record that counts. */
  const limitsOfTokens = new Map(
    registry.flatMap((resource) => {
      const hidden = secretKeys(resource)
      return hidden.length === 0 ? [] : [[resource.name, { hidden, locked: [] }] as const]
    }),
  )

  const needs = new Map<string, Verdict>()
  const decided = (role: string, { action, on }: Need): Verdict => {
    const key = `${role} ${action} ${on}`
    const known = needs.get(key)
    if (known) return known
    const found = decide({ role, action, on })
    // Roles are data of users: what is kept must not grow with them.
    if (role === ADMIN || Object.hasOwn(roles, role)) needs.set(key, found)
    return found
  }

  const readable = (role: string) =>
    registry.map(({ name }) => name).filter((name) => rules.mayRead(role, name))

  const rules: AccessRules = {
    open,
    decide,
    demand(question) {
      const { role, field, on } = question
      const isOwn = resources.get(on)?.access.own !== undefined
      // An admin may, whatever the record, unless it is somebody's own; it is asked for each of thousands.
      const found =
        role === ADMIN && field === undefined && !isOwn ? decided(role, question) : decide(question)
      if (!found.isAllowed) throw forbidden(found, question.field)
    },
    mayCall(route, role) {
      if (typeof route === 'object') return decided(role, route)
      const everyone = { isAllowed: true, rule: route, message: '' }
      if (route === 'public' || (route === 'signed-in' && !isTokenRole(role))) return everyone
      if (hasAdminRole({ role })) return everyone
      const scopes = scopesIn(role)
      if (scopes) {
        const isAllowed = route === 'events' && scopes.get(EVENTS_SCOPE)?.has('send') === true
        return { isAllowed, rule: 'token.scopes', message: 'This token may not do this.' }
      }
      const entered = entry({ role, action: 'read', on: route })
      if (route === 'console')
        return { ...entered, message: `The role ${role} has no access to the console.` }
      const message = `The role ${role} may not do this: only administrators may.`
      return { isAllowed: false, rule: ADMIN, message }
    },
    limitsOf: (role, resource) =>
      isTokenRole(role) ? limitsOfTokens.get(resource) : limits.get(`${role} ${resource}`),
    mayRead: (role, resource) => decided(role, { action: 'read', on: resource }).isAllowed,
    seen({ role, person }, name) {
      const own = resources.get(name)?.access.own
      if (!own) return undefined
      const among = hasAdminRole({ role }) ? undefined : readable(role)
      // Who is nobody sees what is shared.
      return { ...own, person: person ?? '', among }
    },
    sight(who) {
      const names = hasAdminRole({ role: who.role }) ? undefined : readable(who.role)
      const seen = registry.map(({ name }) => [name, rules.seen(who, name)] as const)
      return { names, own: new Map(seen.flatMap(([name, one]) => (one ? [[name, one]] : []))) }
    },
  }
  return rules
}

/** Throws 403 unless a role may read all of these resources. */
export function demandReading(access: AccessRules, role: string, names: readonly string[]): void {
  for (const on of names) access.demand({ role, action: 'read', on })
}

/** The key for which a record is none of those that may be written. */
function outside(only: Readonly<Record<string, readonly string[]>>, record: Data | undefined) {
  return record && Object.keys(only).find((key) => !only[key]?.includes(String(record[key])))
}

function isTheirs(owner: unknown, person: string | null | undefined): boolean {
  return typeof person === 'string' && owner === person
}

function isRecordAction(action: Action): action is RecordAction {
  return (RECORD_ACTIONS as readonly string[]).includes(action)
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}

/** Whose records a rule leaves, of a resource whose records are one person's each. */
type Whose = 'own' | 'own and shared'

/** Whose an action may be done with, whatever the record. */
function whoseOf({ shared }: Own, action: RecordAction, isAdmin: boolean): Whose {
  const isMore = shared !== undefined && (action === 'read' || isAdmin)
  return isMore && action !== 'create' ? 'own and shared' : 'own'
}

/** Why this person may not do it with this record of somebody's own; undefined when nothing stands against it. */
function notOwn(
  own: Own,
  {
    action,
    person,
    isAdmin,
    record,
  }: { action: RecordAction; person: string | null | undefined; isAdmin: boolean; record: Data },
  mayRead: (resource: string) => boolean,
): { word: string; why: string } | undefined {
  const { owner, shared, of } = own
  const subject = of === undefined ? undefined : record[of]
  if (of !== undefined && typeof subject === 'string' && !mayRead(subject))
    return { word: `own.${of}`, why: ` of ${subject}, which it may not read` }
  if (typeof person === 'string' && record[owner] === person) return undefined
  const isShared = shared !== undefined && record[shared] === true
  if (isShared && whoseOf(own, action, isAdmin) === 'own and shared') return undefined
  return { word: 'own', why: ' of somebody else' }
}

type Writing = Exclude<RecordAction, 'read'>

/** What a role's rights leave of the writes of one resource. Nothing is asked of what nobody signed in for. */
export interface WriteRights {
  /** Whether the author sees such a record at all: of what is somebody else's own it is not told that it is there. */
  sees(author: Author, record: Data): boolean
  /**
   * Before a write is looked at: whether the role may do it with this record. A body may not even name a key
   * that the role may not read, or whether it fits would tell what is stored. Throws 403.
   */
  admit(author: Author, action: Writing, record: Data | undefined, body: Data): void
  /**
   * When it is known what would be stored: a key that may not be written must stay as it was, or as it is by
   * itself. So what was read may be sent back whole. Throws 403.
   */
  refuseChange(author: Author, before: Data | undefined, after: Data): void
}

export function createWriteRights(
  access: AccessRules,
  { name: on, create, access: { own, owner = own?.owner } }: Resource,
): WriteRights {
  /** The record with the owner that it has, or gets. */
  const owned = ({ id }: Author, before: Data | undefined, after: Data): Data =>
    owner === undefined ? after : { ...after, [owner]: before ? before[owner] : id }
  /** What a new record holds at a key that nobody fills. */
  const blank = (key: string): unknown =>
    create.shape[key] && z.safeParse(create.shape[key], undefined).data

  return {
    sees({ role, id: person }, record) {
      return (
        !own ||
        role === null ||
        access.decide({ role, person, action: 'read', on, record }).isAllowed
      )
    },

    admit({ role, id: person }, action, record, body) {
      if (role === null) return
      access.demand({ role, person, action, on, record })
      for (const field of access.limitsOf(role, on)?.hidden ?? [])
        if (Object.hasOwn(body, field)) access.demand({ role, person, action, on, field, record })
    },

    refuseChange(author, before, after) {
      const { role, id: person } = author
      if (role === null) return
      const action = before ? 'update' : 'create'
      for (const field of access.limitsOf(role, on)?.locked ?? []) {
        const was = before ? before[field] : blank(field)
        if (!isDeepStrictEqual(after[field], was))
          access.demand({ role, person, action, on, field, record: before })
      }
      access.demand({ role, person, action, on, record: owned(author, before, after) })
    },
  }
}
