import * as z from 'zod'
import type { Declaration } from '../declaration.ts'
import { defOf, kindOf, unwrap } from '../describe.ts'
import { referencesOf } from '../references.ts'
import type { Resource } from '../resource.ts'
import { explainIssues } from '../words.ts'
import { checkAccess } from './access.ts'
import { DeclarationError, type FileFault, type Report } from './fault.ts'
import { checkQueries } from './queries.ts'
import { checkActions, checkScreens } from './screens.ts'
import {
  checkName,
  checkSqlNames,
  type KnownRelations,
  LIST_PARAMETERS,
  RECORD_KEYS,
} from './taken.ts'

/** Checks what TypeScript cannot. Throws a DeclarationError with all errors of all declarations. */
export function checkResources(
  resources: readonly Resource[],
  declarations: readonly Declaration[],
): void {
  const faults: FileFault[] = []
  const relations: KnownRelations = new Map()
  for (const [index, resource] of resources.entries()) {
    const { file } = resource
    const report: Report = (at, what, fix) => {
      // Both forms may have the same error.
      const isKnown = faults.some((one) => one.file === file && one.at === at && one.what === what)
      if (!isKnown) faults.push({ file, at, what, fix })
    }
    checkName(resource, resources.slice(0, index), report)
    checkSqlNames(resource, relations, report)
    checkSchemas(resource, report)
    checkReferences(resource, resources, report)
    checkScreens(resource, report)
    checkActions(resource, report)
    checkQueries(resource, report)
    checkAccess(resource, report)
    checkRenamed(resource, report)
    if (declarations[index]?.sample) checkSample(resource, report)
  }
  if (faults.length > 0) throw new DeclarationError(faults)
}

type Check = (resource: Resource, report: Report) => void
type Kind = ReturnType<typeof defOf>['type']

/** Suggested replacements for schemas that have no field and no column. */
const INSTEAD: Partial<Record<Kind, string>> = {
  date: 'moment() or day()',
  map: 'z.object',
  record: 'z.object',
  set: 'z.array',
  union: 'z.enum',
  literal: 'z.enum',
  any: 'json()',
  unknown: 'json()',
}

/** Reports values without a field, rejected defaults and reserved keys. */
const checkSchemas: Check = (resource, report) => {
  const reported = new Set<string>()
  for (const name of ['create', 'update', 'row'] as const)
    eachValue(resource[name], '', (schema, path, key) => {
      // The three schemas share most of their keys.
      const tell = (what: string, fix: string) => {
        if (!reported.has(`${path} ${what}`)) report(`${name}.${path}`, what, fix)
        reported.add(`${path} ${what}`)
      }
      if (!/^([a-zA-Z_][\w-]*|\*)$/.test(key))
        tell(`'${key}' cannot be part of a path`, 'use letters and digits')
      if (name !== 'row' && [...RECORD_KEYS, ...LIST_PARAMETERS].includes(path))
        tell(`every record or list has a '${path}' already`, 'give the key another name')
      const fallback = defaultOf(schema)
      if (fallback && !z.safeParse(fallback.innerType, fallback.defaultValue).success)
        tell('the schema rejects its own default', 'write a default that fits')
      const { type } = defOf(unwrap(schema))
      // `never` refuses a key.
      if (kindOf(schema) !== 'other' || type === 'never' || isEditedElsewhere(resource, path))
        return
      const fix = `write ${INSTEAD[type] ?? 'another schema'}, or edit it by f.part`
      tell(`z.${type}() has no field and no column`, fix)
    })
}

function eachValue(
  schema: z.core.$ZodType,
  path: string,
  visit: (schema: z.core.$ZodType, path: string, key: string) => void,
): void {
  const def = defOf(unwrap(schema))
  const inside =
    def.type === 'array' ? { '*': def.element } : def.type === 'object' ? def.shape : {}
  for (const [key, inner] of Object.entries(inside)) {
    const at = path ? `${path}.${key}` : key
    visit(inner, at, key)
    eachValue(inner, at, visit)
  }
}

function defaultOf(schema: z.core.$ZodType): z.core.$ZodDefaultDef | undefined {
  const def = defOf(schema)
  if (def.type === 'default') return def
  return def.type === 'optional' || def.type === 'nullable' ? defaultOf(def.innerType) : undefined
}

function isEditedElsewhere({ hasOwnPage, fields }: Resource, path: string): boolean {
  const parts = fields.filter(({ kind }) => kind === 'part')
  return hasOwnPage || parts.some((part) => `${path}.`.startsWith(`${part.path}.`))
}

function checkReferences(resource: Resource, resources: readonly Resource[], report: Report) {
  const { create, fields } = resource
  const names = resources.map(({ name }) => name)
  const references = referencesOf(create)
  for (const { path, to } of references)
    if (!names.includes(to))
      report(`create.${path}`, `there is no resource '${to}'`, `write one of ${names.join(', ')}`)
  for (const field of fields) {
    if (field.kind !== 'reference' || !field.create) continue
    const path = field.path.replace(/\.\d+(?=\.|$)/g, '.*')
    const to = references.find((one) => one.path === path || one.path === `${path}.*`)?.to
    const target = resources.find(({ name }) => name === to)
    if (target && !target.actions.includes('create'))
      report(`fields '${field.path}'`, `no form creates ${to}`, 'remove { create: true }')
  }
}

/** A former name must be free and must be the former name of one key only. */
const checkRenamed: Check = ({ renamedFrom, create, update, row }, report) => {
  const keys = [create, update, row].flatMap(({ shape }) => Object.keys(shape))
  const former = Object.values(renamedFrom)
  for (const [key, old] of Object.entries(renamedFrom)) {
    const at = `renamedFrom '${key}'`
    if (keys.includes(old) || RECORD_KEYS.includes(old) || /[.*]/.test(old))
      report(at, `'${old}' is in use or is not a key`, 'write what the key was called before')
    if (former.filter((one) => one === old).length > 1)
      report(at, `two keys were called '${old}'`, 'remove one of the two')
  }
}

const checkSample: Check = ({ create, sample }, report) => {
  const parsed = z.safeParse(create, sample)
  if (parsed.success) return
  const errors = explainIssues(parsed.error.issues, sample, (path) => `'${path}'`)
  for (const [path, message] of Object.entries(errors))
    report(`sample.${path}`, message.replace(/\.$/, ''), 'write a sample that `create` accepts')
}
