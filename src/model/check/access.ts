import {
  type Access,
  type CompleteAccess,
  keysOf,
  RECORD_ACTIONS,
  type RecordAction,
} from '../access.ts'
import { pathsIn } from '../computed.ts'
import { describe } from '../describe.ts'
import type { Resource } from '../resource.ts'
import { DeclarationError, type Fault } from './fault.ts'
import { oneOf } from './nearest.ts'

/** Throws a DeclarationError when a resource gives rights to roles that there are none of. */
export function checkRoles(resources: readonly Resource[], roles: readonly string[]): void {
  const faults = resources.flatMap((resource) =>
    roleFaults(resource, roles).map((fault) => ({ file: resource.file, ...fault })),
  )
  if (faults.length > 0) throw new DeclarationError(faults)
}

/** What is wrong with a resource's `access`, whatever roles there are. */
export function accessFaults(resource: Resource, declared: Access = {}): Fault[] {
  const { access } = resource
  const misshapen = shapeFaults(declared)
  if (misshapen.length > 0) return misshapen
  return [
    ...RECORD_ACTIONS.flatMap((action) => withoutReading(access, action)),
    ...unknownKeys(resource),
    ...unfilled(resource),
    ...unreadable(resource),
    ...telling(resource),
  ]
}

function roleFaults({ access }: Resource, roles: readonly string[]): Fault[] {
  const lists = [
    ...RECORD_ACTIONS.map((action) => [`access.${action}`, access[action]] as const),
    ...Object.entries(access.fields).flatMap(([key, { read = [], write = [] }]) => [
      [`access.fields.${key}.read`, read] as const,
      [`access.fields.${key}.write`, write] as const,
    ]),
  ]
  return lists.flatMap(([at, named]) =>
    named
      .filter((role) => !roles.includes(role))
      .map((role) =>
        role === 'admin'
          ? { at, what: 'an admin may always', fix: "leave 'admin' out" }
          : {
              at,
              what: `there is no role '${role}'`,
              fix: `${oneOf(role, roles)} ${DECLARE}`,
            },
      ),
  )
}

const WORDS = [...RECORD_ACTIONS, 'write', 'fields', 'only', 'owner', 'own']
const DECLARE = '(or declare it in src/resources/roles.ts)'

/** A text in the place of a list would let in whoever's name is a part of it. */
function shapeFaults(access: Access): Fault[] {
  return Object.entries(access).flatMap(([word, value]): Fault[] => {
    const at = `access.${word}`
    if (!WORDS.includes(word))
      return [{ at, what: 'access has no such word', fix: oneOf(word, WORDS) }]
    if (word === 'owner') return [] // The types ask for a key.
    if (word === 'own') return isOwn(value) ? [] : [OWN_FAULT]
    const lists = word === 'fields' ? Object.values(Object(value)).map(Object) : [value]
    const given = lists.flatMap((one) => (Array.isArray(one) ? [one] : Object.values(Object(one))))
    const isList = Array.isArray(value) || word === 'fields' || word === 'only'
    const isRight = (one: unknown) => Array.isArray(one) && one.every((r) => typeof r === 'string')
    return isList && given.every(isRight)
      ? []
      : [{ at, what: 'is no list of roles', fix: "write a list, like ['editor']" }]
  })
}

const OWN_FAULT = {
  at: 'access.own',
  what: 'does not say by which keys',
  fix: "write own: { owner: 'owner' }, with shared and of where there are such keys",
}

function isOwn(value: unknown): boolean {
  const entries = Object.entries(Object(value))
  const isKey = ([word, key]: [string, unknown]) =>
    ['owner', 'shared', 'of'].includes(word) && typeof key === 'string'
  return entries.some(([word]) => word === 'owner') && entries.every(isKey)
}

/** Every write answers with the record, and a form begins with it. */
function withoutReading(access: CompleteAccess, action: RecordAction): Fault[] {
  return access[action]
    .filter((role) => !access.read.includes(role))
    .map((role) => ({
      at: `access.${action}`,
      what: `'${role}' may ${action} records that it may not read`,
      fix: `add '${role}' to access.read`,
    }))
}

function unknownKeys(resource: Resource): Fault[] {
  const keys = keysOf(resource)
  const { fields, only, owner, own } = resource.access
  const named = Object.entries({ fields, only }).flatMap(([at, by]) =>
    Object.keys(by).map((key) => ({ at: `access.${at}`, key })),
  )
  if (owner !== undefined) named.push({ at: 'access.owner', key: owner })
  named.push(
    ...Object.entries({ ...own }).map(([word, key]) => ({
      at: `access.own.${word}`,
      key: String(key),
    })),
  )
  return named
    .filter(({ key }) => !keys.includes(key))
    .map(({ at, key }) => ({
      at,
      what: `a record has no key '${key}'`,
      fix: oneOf(key, keys),
    }))
}

/** A role that creates records must be able to fill what a record cannot do without. */
function unfilled({ access, create }: Resource): Fault[] {
  return Object.entries(access.fields).flatMap(([key, { read, write }]) => {
    if (!(key in create.shape && describe(create, key)?.required)) return []
    return access.create
      .filter((role) => [read, write].some((roles) => roles?.includes(role) === false))
      .map((role) => ({
        at: `access.fields.${key}`,
        what: `'${role}' may create records, and not fill '${key}', which is required`,
        fix: `add '${role}' there, take it out of access.create, or give '${key}' a default`,
      }))
  })
}

/** Names stand in lists, questions and Recent Activity, and an own order tells of what it goes by. */
function unreadable({ access, recordName, defaultSort, row }: Resource): Fault[] {
  const uses = [
    ...recordName.map((path) => ({ path, for: 'names the record' })),
    { path: defaultSort.replace(/^-/, ''), for: 'orders every list' },
    ...Object.keys(access.only).map((path) => ({ path, for: 'decides what may be changed' })),
  ]
  return uses.flatMap(({ path, for: why }) => {
    const key = path.split('.')[0] ?? path
    const readers = access.fields[key]?.read
    const left = readers ? access.read.filter((role) => !readers.includes(role)) : []
    if (left.length === 0 || !(key in row.shape)) return []
    return [
      {
        at: `access.fields.${key}.read`,
        what: `'${key}' ${why}, and ${left.map((role) => `'${role}'`).join(', ')} may not read it`,
        fix: `let all of access.read read it, or take another key for that`,
      },
    ]
  })
}

/** A computed key tells of what it is made of. */
function telling({ access, computed }: Resource): Fault[] {
  const mayRead = (role: string, key: string) => access.fields[key]?.read?.includes(role) !== false
  return Object.entries(computed).flatMap(([key, made]) =>
    pathsIn(made).flatMap(({ path }) => {
      const from = path.split('.')[0] ?? path
      const told = access.read.filter((role) => !mayRead(role, from) && mayRead(role, key))
      if (told.length === 0) return []
      return [
        {
          at: `access.fields.${from}.read`,
          what: `'${key}' is computed from '${from}', and ${told.map((role) => `'${role}'`).join(', ')} may read that`,
          fix: `write '${key}' into access.fields too, with the same roles`,
        },
      ]
    }),
  )
}
