import { RECORD_ACTIONS } from '../access.ts'
import { pathsIn } from '../computed.ts'
import { describe } from '../describe.ts'
import type { Resource } from '../resource.ts'
import { DeclarationError, type FileFault, type Report } from './fault.ts'

/** Throws a DeclarationError if a resource names an unknown role or admin. */
export function checkRoles(resources: readonly Resource[], roles: readonly string[]): void {
  const faults = resources.flatMap(({ file, access }): FileFault[] => {
    const lists = [
      ...RECORD_ACTIONS.map((action) => [action, access[action]] as const),
      ...Object.entries(access.fields).flatMap(([key, { read = [], write = [] }]) => [
        [`fields.${key}.read`, read] as const,
        [`fields.${key}.write`, write] as const,
      ]),
    ]
    return lists.flatMap(([at, named]) => {
      const unknown = named.filter((role) => !roles.includes(role))
      return unknown.map((role) => ({ file, at: `access.${at}`, ...faultOf(role, roles) }))
    })
  })
  if (faults.length > 0) throw new DeclarationError(faults)
}

function faultOf(role: string, roles: readonly string[]) {
  if (role === 'admin') return { what: 'admins have all permissions', fix: "remove 'admin'" }
  const fix = `write one of ${roles.join(', ')}, or declare it in src/resources/roles.ts`
  return { what: `there is no role '${role}'`, fix }
}

/** Checks for rights that contradict each other, independent of the roles. */
export function checkAccess(resource: Resource, report: Report): void {
  const { access, create, row, computed, recordName, defaultSort } = resource
  const { fields, only } = access

  // A write returns the record.
  for (const action of RECORD_ACTIONS)
    for (const role of access[action])
      if (!access.read.includes(role))
        report(`access.${action}`, `'${role}' may not read records`, `add '${role}' to access.read`)

  for (const [key, { read, write }] of Object.entries(fields)) {
    const isRequired = key in create.shape && describe(create, key)?.required
    for (const role of isRequired ? access.create : [])
      if ([read, write].some((roles) => roles?.includes(role) === false))
        report(
          `access.fields.${key}`,
          `'${role}' creates records but may not write it`,
          'give it a default',
        )
  }

  const mayRead = (role: string, key: string) => fields[key]?.read?.includes(role) !== false
  /** Names appear in lists, dialogs and Recent Activity, and an order reveals its key's values. */
  const shown = [...recordName, defaultSort.replace(/^-/, ''), ...Object.keys(only)]
  for (const key of shown.map(topKey)) {
    const hidden = access.read.filter((role) => key in row.shape && !mayRead(role, key))
    if (hidden.length > 0)
      report(
        `access.fields.${key}.read`,
        `it names, orders or limits records, and ${hidden.join(', ')} may not read it`,
        'let all of access.read read it, or use another key for that',
      )
  }
  for (const [key, made] of Object.entries(computed))
    for (const from of pathsIn(made).map(({ path }) => topKey(path)))
      if (access.read.some((role) => !mayRead(role, from) && mayRead(role, key)))
        report(`access.fields.${key}`, `it reveals '${from}', which is hidden`, 'hide it too')
}

function topKey(path: string): string {
  return path.split('.')[0] ?? path
}
