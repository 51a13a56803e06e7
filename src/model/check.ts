import * as z from 'zod'
import { pathFaults, recordNameFaults, searchFaults } from './check-paths.ts'
import type { Column, Field } from './declaration.ts'
import { describe } from './describe.ts'
import { referenceAt, referencesOf } from './references.ts'
import type { Resource } from './resource.ts'
import { explainIssues } from './words.ts'

/** One or more declarations are wrong. The message names file, field and fix of each fault. */
export class DeclarationError extends Error {
  override name = 'DeclarationError'
}

/** One fault of a declaration: where it stands and what to write instead. */
export interface Fault {
  at: string
  what: string
  fix: string
}

/**
 * Throws a DeclarationError when a completed resource contradicts itself. The browser has no sample to check.
 */
export function checkResource(resource: Resource, sample: unknown): void {
  refuse(resource.file, [
    ...nameFaults(resource),
    ...recordNameFaults(resource),
    ...resource.fields.flatMap((field, index) => fieldFaults(resource, field, index)),
    ...unfillable(resource),
    ...resource.columns.flatMap((column, index) =>
      columnFaults(resource, column, `columns[${index}]`),
    ),
    ...detailFaults(resource),
    ...bodyFaults(resource),
    ...resource.search.flatMap((path) => searchFaults(resource, path)),
    ...pathFaults(resource),
    ...(sample === undefined ? [] : sampleFaults(resource)),
  ])
}

/**
 * Throws a DeclarationError when two resources claim the same name, page, address or label, or when one
 * refers to a resource that there is none of.
 */
export function checkRegistry(resources: readonly Resource[]): void {
  const taken = new Map<string, Resource>()
  for (const resource of resources) {
    for (const [at, key] of [
      ['name', resource.name],
      ['name (its first segment is the page)', `/admin/${resource.page}`],
      ['api.path', `/api${resource.api.path}`],
      // The API's description names its schemas so.
      ['label', resource.label.one],
    ] as const) {
      const other = taken.get(`${at} ${key}`)
      if (other)
        refuse(resource.file, [
          {
            at,
            what: `'${key}' is already taken by ${other.file}`,
            fix: 'give each resource its own',
          },
        ])
      taken.set(`${at} ${key}`, resource)
    }
    refuse(resource.file, referenceFaults(resource, resources))
  }
}

function referenceFaults(resource: Resource, resources: readonly Resource[]): Fault[] {
  const names = resources.map(({ name }) => name)
  return referencesOf(resource.create)
    .filter(({ to }) => !names.includes(to))
    .map(({ path, to }) => ({
      at: `create.${path}`,
      what: `there is no resource '${to}'`,
      fix: `write one of ${names.join(', ')}`,
    }))
}

function refuse(file: string, faults: readonly Fault[]): void {
  if (faults.length === 0) return
  const lines = faults.map(({ at, what, fix }) => `${file}: ${at}: ${what}. Fix: ${fix}.`)
  throw new DeclarationError(lines.join('\n'))
}

function nameFaults({ name, label, api }: Resource): Fault[] {
  const faults: Fault[] = []
  if (!/^[a-z][a-z0-9-]*(\/[a-z][a-z0-9-]*)*$/.test(name))
    faults.push({
      at: 'name',
      what: `'${name}' is not a resource name`,
      fix: "write lower-case words with dashes, like 'career-fields'",
    })
  if (!label.one.trim() || !label.many.trim())
    faults.push({
      at: 'label',
      what: 'a word is empty',
      fix: "write both numbers, like ['Tag', 'Tags']",
    })
  for (const [at, path] of [
    ['api.path', api.path],
    ['api.create', api.create],
  ] as const)
    if (!/^(\/[a-z0-9-]+)+$/.test(path))
      faults.push({ at, what: `'${path}' is not a path`, fix: "begin with a slash, like '/tags'" })
  return faults
}

/** Which schema kinds each field kind can edit; a kind not listed edits anything. */
const EDITS: Partial<Record<Field['kind'], readonly string[]>> = {
  text: ['text', 'other'],
  email: ['text'],
  password: ['text'],
  url: ['text', 'other'],
  textArea: ['text', 'other'],
  number: ['number'],
  commaList: ['list'],
  status: ['boolean'],
}

function fieldFaults(resource: Resource, field: Field, index: number): Fault[] {
  const at = `fields[${index}] '${field.path}'`
  const faults: Fault[] = []
  for (const mode of ['create', 'edit'] as const) {
    if ((field.on && field.on !== mode) || !resource.actions.includes(mode)) continue
    const schema = mode === 'create' ? resource.create : resource.update
    const described = describe(schema, field.path)
    if (!described) {
      const known = Object.keys(schema.shape).join(', ')
      faults.push({
        at,
        what: `the ${mode === 'create' ? 'create' : 'update'} schema has no such key`,
        fix: `write one of ${known}, or add { on: '${mode === 'create' ? 'edit' : 'create'}' }`,
      })
      continue
    }
    const edits = EDITS[field.kind]
    if (edits && !edits.includes(described.kind))
      faults.push({
        at,
        what: `a ${field.kind} field cannot edit a ${described.kind} value`,
        fix: `use a field for ${described.kind} values, or change the schema`,
      })
    if (field.kind === 'reference' && !referenceAt(schema, field.path))
      faults.push({
        at,
        what: 'the schema refers to no other resource here',
        fix: "write reference('career-fields') or references('career-fields') in the schema",
      })
    if (field.kind === 'select' && !field.choices && !described.choices)
      faults.push({
        at,
        what: 'nothing to choose from',
        fix: 'make the schema an enum, or pass { choices }',
      })
  }
  if (!field.label.trim())
    faults.push({
      at,
      what: 'the label is empty',
      fix: 'write the words that stand above the field',
    })
  const twin = resource.fields.findIndex(
    (other) => other.path === field.path && other.on === field.on,
  )
  if (twin < index) faults.push({ at, what: `repeats fields[${twin}]`, fix: 'keep one of the two' })
  return faults
}

/** A required key without a field makes a form that can never be saved. */
function unfillable(resource: Resource): Fault[] {
  if (!resource.actions.includes('create') || resource.hasOwnPage) return []
  const shown = new Set(
    resource.fields.filter((field) => field.on !== 'edit').map((field) => field.path.split('.')[0]),
  )
  return Object.keys(resource.create.shape)
    .filter((key) => !shown.has(key) && describe(resource.create, key)?.required)
    .map((key) => ({
      at: `create.${key}`,
      what: 'is required, and no field fills it',
      fix: `add f.text('${key}', …), or give it a default`,
    }))
}

function columnFaults(resource: Resource, column: Column, place: string): Fault[] {
  const at = `${place} '${column.label}'`
  const faults: Fault[] = []
  if ('path' in column) {
    const described = describe(resource.row, column.path)
    if (!described)
      faults.push({
        at,
        what: `a row has no '${column.path}'`,
        fix: `write one of ${Object.keys(resource.row.shape).join(', ')}`,
      })
    else if (column.kind === 'status' && described.kind !== 'boolean')
      faults.push({
        at,
        what: `'${column.path}' is not a boolean`,
        fix: 'use c.badge or c.text for it',
      })
  }
  if (column.sort && !resource.sorts.includes(column.sort))
    faults.push({
      at,
      what: `'${column.sort}' is not sortable`,
      fix: `add it to sorts: ['${column.sort}', …]`,
    })
  return faults
}

function detailFaults(resource: Resource): Fault[] {
  const { detail } = resource
  if (detail === undefined || typeof detail === 'string') return []
  if (detail.length === 0)
    return [{ at: 'detail', what: 'the expanded row shows nothing', fix: 'leave out detail' }]
  return detail.flatMap((column, index) => columnFaults(resource, column, `detail[${index}]`))
}

function bodyFaults({ columns, fields, list, detail, hasOwnPage }: Resource): Fault[] {
  if (hasOwnPage)
    return Object.entries({ columns, fields, list, detail })
      .filter(([, value]) => value !== undefined && value.length > 0)
      .map(([at]) => ({
        at,
        what: 'nothing shows it, for the page is its own',
        fix: `leave out ${at}, or ownPage`,
      }))
  if (columns.length > 0 || list) return []
  return [
    {
      at: 'columns',
      what: 'the list shows nothing',
      fix: "write columns, or name a list body: list: 'cards'",
    },
  ]
}

function sampleFaults(resource: Resource): Fault[] {
  const parsed = z.safeParse(resource.create, resource.sample)
  if (parsed.success) return []
  const errors = explainIssues(parsed.error.issues, resource.sample, (path) => `'${path}'`)
  return Object.entries(errors).map(([path, message]) => ({
    at: `sample.${path}`,
    what: message.replace(/\.$/, ''),
    fix: 'write a sample that the create schema accepts',
  }))
}
