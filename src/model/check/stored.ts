import * as z from 'zod'
import { defOf, kindOf, unwrap } from '../describe.ts'
import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'
import { LIST_PARAMETERS, RECORD_KEYS } from './taken.ts'

type Kind = ReturnType<typeof defOf>['type']

/** What JSON has no place for. */
const NOT_JSON: Partial<Record<Kind, string>> = {
  date: 'write moment() or day() of #model/schema.ts',
  bigint: 'write z.int()',
  map: 'write a list of objects, or name its keys in z.object',
  set: 'write z.array',
  symbol: 'write z.enum',
  function: 'leave it out',
  promise: 'write what it promises',
  file: 'write webAddress() of where it stands',
  nan: 'write z.number()',
  undefined: 'leave it out',
  void: 'leave it out',
  transform: 'write the schema of what is stored',
}

/** What can be stored, and neither shown nor edited but by a part of its own. */
const NO_FIELD: Partial<Record<Kind, string>> = {
  record: 'name its keys in z.object',
  union: 'make it one kind; several words are z.enum',
  intersection: 'write one z.object, by extend',
  tuple: 'name its places in z.object',
  literal: 'write z.enum with that one word',
  any: 'write json() of #model/schema.ts',
  unknown: 'write json() of #model/schema.ts',
  null: 'leave it out',
  lazy: 'write how deep it goes, level by level',
  custom: 'write z.string() or another kind, with refine',
  readonly: 'leave out readonly()',
  catch: 'leave out catch()',
  nonoptional: 'leave out nonoptional()',
}

/** A fault of the value at a path of the schema. */
type Stored = Fault & { path: string }

/** Values of a schema that cannot be kept as they are, and keys that no path can name. */
export function storedFaults(resource: Resource): Stored[] {
  const faults = (['create', 'update', 'row'] as const).flatMap((schema) =>
    walk(resource, resource[schema], []).map((fault) => ({
      at: `${schema}.${fault.path}`,
      ...fault,
    })),
  )
  return faults.filter(
    ({ path, what }, index) =>
      faults.findIndex((one) => one.path === path && one.what === what) === index,
  )
}

/** Keys that every record has of its own, or that a list is asked by: a declared one would mean two things. */
export function ownKeyFaults({ create, update }: Resource, row: z.ZodObject | undefined): Fault[] {
  const written = new Set([...Object.keys(create.shape), ...Object.keys(update.shape)])
  const shown = Object.keys(row?.shape ?? {}).filter((key) => !written.has(key) && !STAMPS.has(key))
  const own = (at: string, key: string): Fault[] => {
    if (LIST_PARAMETERS.includes(key))
      return [{ at, what: `a list already has a parameter '${key}'`, fix: RENAME }]
    if (!RECORD_KEYS.includes(key)) return []
    const fix = STAMPS.has(key)
      ? `leave it out here; where it is to be shown, write row: create.extend({ ${key}: stamp })`
      : RENAME
    return [{ at, what: `every record has a '${key}' of its own`, fix }]
  }
  return [
    ...[...written].flatMap((key) => own(`create.${key}`, key)),
    ...shown.flatMap((key) => own(`row.${key}`, key)),
  ]
}
const RENAME = 'give the key another name'
const STAMPS = new Set(['createdAt', 'updatedAt'])

type Found = Omit<Stored, 'at'>

function walk(
  resource: Resource,
  schema: Parameters<typeof defOf>[0],
  path: readonly string[],
): Found[] {
  const inner = unwrap(schema)
  const def = defOf(inner)
  const at = path.join('.')
  const wrong = defaultFaults(schema, at)
  if (def.type === 'array') return [...wrong, ...walk(resource, def.element, [...path, '*'])]
  if (def.type === 'object')
    return [
      ...wrong,
      ...Object.entries(def.shape).flatMap(([key, one]) => [
        ...keyFaults([...path, key].join('.'), key),
        ...walk(resource, one, [...path, key]),
      ]),
    ]
  // A kind that the model knows by name is kept and shown by it.
  if (kindOf(inner) !== 'other') return wrong
  const fix = NOT_JSON[def.type]
  if (fix) return [{ path: at, what: `z.${def.type}() cannot be stored as JSON`, fix }]
  const other = NO_FIELD[def.type]
  if (!other || isEditedByPart(resource, at)) return wrong
  return [
    {
      path: at,
      what: `z.${def.type}() has no field, no column and no filter`,
      fix: `${other}, or edit it by f.part('${path[0]}', …)`,
    },
  ]
}

/** Zod takes a default as it is; a form would begin with it and never be saved. */
function defaultFaults(schema: Parameters<typeof defOf>[0], path: string): Found[] {
  const def = defOf(schema)
  if (def.type === 'optional' || def.type === 'nullable') return defaultFaults(def.innerType, path)
  if (def.type !== 'default') return []
  const parsed = z.safeParse(def.innerType, def.defaultValue)
  if (parsed.success) return []
  const value = JSON.stringify(def.defaultValue)
  return [
    {
      path,
      what: `its default ${value} is no value of it`,
      fix: 'write a default that the schema itself takes',
    },
  ]
}

function isEditedByPart({ fields, hasOwnPage }: Resource, path: string): boolean {
  if (hasOwnPage) return true
  return fields.some((field) => field.kind === 'part' && `${path}.`.startsWith(`${field.path}.`))
}

function keyFaults(path: string, key: string): Found[] {
  if (/^[a-zA-Z_][\w-]*$/.test(key) && key !== '__proto__') return []
  return [
    {
      path,
      what: `'${key}' cannot stand in a path`,
      fix: 'write letters and digits, beginning with a letter',
    },
  ]
}
