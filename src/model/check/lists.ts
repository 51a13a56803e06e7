import type { Field, ListField } from '../declaration.ts'
import { describe } from '../describe.ts'
import { isOrderedAt } from '../order.ts'
import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'
import { keysAt } from './known.ts'
import { aKind, oneOf } from './nearest.ts'

/** How many lists may stand within each other; a form of more could not be overlooked. */
const DEEPEST = 3

type Found = Omit<Fault, 'at'>
interface Within {
  resource: Resource
  modes: readonly ('create' | 'edit')[]
  /** Of the list: `fields[2] 'sessions'`. */
  at: string
  depth: number
  /** What is wrong with a field that has its path in the record. */
  judge: (field: Field) => readonly Found[]
  /** The fields that fill what the entries below a path require, and that are missing. */
  missing: (path: string, shown: readonly string[]) => readonly { path: string; editor: string }[]
}

/** What is wrong with a field for an ordered list and with the fields of its entries. */
export function listFaults(list: ListField, within: Within): Fault[] {
  const { resource, modes, at, depth } = within
  const schemas = modes.map((mode) => (mode === 'create' ? resource.create : resource.update))
  const [schema] = schemas.filter((one) => describe(one, list.path))
  if (!schema) return []
  const fault = (what: string, fix: string) => [{ at, what, fix }]
  const kind = describe(schema, list.path)?.kind ?? 'other'
  if (!isOrderedAt(schema, list.path))
    return fault(
      `a list field edits an ordered list, and this is ${kind === 'list' ? 'a plain one' : aKind(kind)}`,
      'write ordered({ … }) of #model/schema.ts in the schema',
    )
  if (depth > DEEPEST)
    return fault(
      `${DEEPEST + 1} lists stand within each other`,
      `keep to ${DEEPEST}, or make the innermost a resource that f.reference chooses from`,
    )
  if (list.fields.length === 0)
    return fault('its entries have no fields', "write them: (f) => [f.text('title', 'Title')]")
  const shown = list.fields.map(({ path }) => `${list.path}.0.${path}`)
  const known = keysAt(schema, `${list.path}.0`).filter((key) => !OF_THE_LIST.includes(key))
  return [
    ...list.fields.flatMap((field, index) => {
      const own = { at: `${at} › '${field.path}'`, field, path: shown[index] ?? '' }
      if (!describe(schema, own.path))
        return [{ at: own.at, what: 'the entries have no such key', fix: oneOf(field.path, known) }]
      const twin = list.fields.findIndex(({ path }) => path === field.path)
      return [
        ...(twin < index
          ? [{ at: own.at, what: 'stands there twice', fix: 'keep one of the two' }]
          : []),
        ...entryFieldFaults(own, within),
      ]
    }),
    // A key that was only misspelt is not missing as well.
    ...(modes.includes('create') && shown.every((path) => describe(schema, path))
      ? within.missing(`${list.path}.0`, shown)
      : []
    ).map(({ path, editor }) => {
      const key = path.slice(list.path.length + 3)
      return {
        at,
        what: `'${key}' of an entry is required, and no field fills it`,
        fix: `add ${editor}('${key}', …), or give it a default`,
      }
    }),
  ]
}
const OF_THE_LIST = ['_id', 'order']

/** The fields that a record has once. */
const ONCE: Partial<Record<Field['kind'], string>> = {
  part: 'a form part cannot stand in an entry',
  password: 'an entry has no password',
}

function entryFieldFaults(
  { at, field, path }: { at: string; field: Field; path: string },
  within: Within,
): Fault[] {
  const once = ONCE[field.kind]
  if (once)
    return [{ at, what: once, fix: 'use another field, or make the whole list a part: f.part(…)' }]
  if (OF_THE_LIST.includes(field.path))
    return [{ at, what: 'is set by the list itself', fix: 'leave it out' }]
  const faults: Found[] = [...within.judge({ ...field, path })]
  if (field.on)
    faults.push({ what: 'an entry has the same fields in both forms', fix: 'leave out on' })
  if (field.kind === 'select' && field.asks)
    faults.push({ what: 'nothing is asked about entries', fix: 'leave out asks' })
  if (!field.label?.trim())
    faults.push({ what: 'the label is empty', fix: 'write the words that stand above the field' })
  const own = faults.map((fault) => ({ at, ...fault }))
  if (field.kind !== 'list') return own
  return [...own, ...listFaults({ ...field, path }, { ...within, at, depth: within.depth + 1 })]
}
