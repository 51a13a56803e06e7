import type * as z from 'zod'
import type { Field, ListField } from '../declaration.ts'
import { type Described, describe } from '../describe.ts'
import { isCurrency } from '../formats.ts'
import { isOrderedAt } from '../order.ts'
import { referenceAt } from '../references.ts'
import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'
import { editorOf, misfit } from './fits.ts'
import { adviceFor, keysAt } from './known.ts'
import { listFaults } from './lists.ts'
import { oneOf } from './nearest.ts'

type Mode = 'create' | 'edit'

export function fieldFaults(resource: Resource, field: Field, index: number): Fault[] {
  const at = `fields[${index}] '${field.path}'`
  const modes = (['create', 'edit'] as const).filter(
    (mode) => (!field.on || field.on === mode) && resource.actions.includes(mode),
  )
  const faults = modes.flatMap((mode) => valueFaults(resource, field, mode))
  if (modes.length > 1 && faults.length === 2 && faults.every(({ isUnknown }) => isUnknown))
    faults.splice(0, 2, {
      what: 'the schema has no such key',
      fix: adviceFor(field.path, resource.create),
    })
  if (!field.label.trim())
    faults.push({ what: 'the label is empty', fix: 'write the words that stand above the field' })
  const twin = resource.fields.findIndex(
    (other) => other.path === field.path && (!other.on || !field.on || other.on === field.on),
  )
  if (twin < index)
    faults.push({ what: `repeats fields[${twin}]`, fix: 'keep one of the two', isTwin: true })
  const own = faults.map(({ isUnknown: _, ...fault }) => ({ at, ...fault }))
  return once([...own, ...(field.kind === 'list' ? insideList(resource, field, at, modes) : [])])
}

function insideList(resource: Resource, list: ListField, at: string, modes: readonly Mode[]) {
  return listFaults(list, {
    resource,
    modes,
    at,
    depth: 1,
    judge: (inner) => modes.flatMap((mode) => valueFaults(resource, inner, mode)),
    missing: (path, shown) =>
      requiredBelow(resource, path, shown).map((one) => ({
        path: one,
        editor: editorAt(resource, one),
      })),
  })
}

type Found = Omit<Fault, 'at'> & { isUnknown?: true }

function valueFaults(resource: Resource, field: Field, mode: Mode): Found[] {
  const schema = mode === 'create' ? resource.create : resource.update
  const described = describe(schema, field.path)
  if (!described)
    return [
      {
        what: `the ${mode === 'create' ? 'create' : 'update'} schema has no such key`,
        fix: `${adviceFor(field.path, schema)}, or add { on: '${mode === 'create' ? 'edit' : 'create'}' }`,
        isUnknown: true,
      },
    ]
  const faults: Found[] = []
  const wrong = misfit(field, described)
  if (wrong) {
    const fix = isOrderedAt(schema, field.path) ? 'use f.list, or change the schema' : wrong.fix
    faults.push({ ...wrong, fix })
  }
  if (field.kind === 'commaList' && described.kind === 'list') {
    const entry = describe(schema, `${field.path}.0`)?.kind
    if (entry !== 'text' && entry !== 'choice')
      faults.push({
        what: `a commaList field edits texts, and these are of the kind ${entry}`,
        fix: 'write f.reference for ids, f.list for an ordered list, or f.part for anything else',
      })
  }
  if (field.kind === 'reference' && !referenceAt(schema, field.path))
    faults.push({
      what: 'the schema refers to no other resource here',
      fix: "write reference('career-fields') or references('career-fields') in the schema",
    })
  if (field.kind === 'select') faults.push(...choiceFaults(field, described))
  const { currencyIn } = described
  if (currencyIn !== undefined) faults.push(...currencyFaults(schema, currencyIn))
  return faults
}

/** The key that holds the currency of an amount has to be there, and to offer currencies. */
function currencyFaults(schema: z.ZodObject, path: string): Found[] {
  const { kind, choices } = describe(schema, path) ?? {}
  if (kind === undefined)
    return [{ what: `currencyIn: the schema has no '${path}'`, fix: adviceFor(path, schema) }]
  const wrong = choices?.find(({ value }) => !isCurrency(value))
  if (choices && !wrong) return []
  return [
    {
      what: wrong
        ? `currencyIn: '${wrong.value}' of '${path}' is no currency`
        : `currencyIn: '${path}' is no choice`,
      fix: `write ${path}: choice(['EUR', 'USD'], 'EUR') in the schema`,
    },
  ]
}

function choiceFaults(field: Extract<Field, { kind: 'select' }>, { choices }: Described): Found[] {
  if (!field.choices && !choices)
    return [
      {
        what: 'nothing to choose from',
        fix: 'make the schema an enum, or pass { choices }',
      },
    ]
  const known = (choices ?? field.choices ?? []).map(({ value }) => value)
  const named = [
    ...(field.choices ?? []).map(({ value }) => value),
    ...Object.keys(field.asks ?? {}),
  ]
  return named
    .filter((value) => !known.includes(value))
    .map((value) => ({ what: `'${value}' is no choice`, fix: oneOf(value, known) }))
}

/** A required key without a field, at any depth, makes a form that can never be saved. */
export function unfillable(resource: Resource): Fault[] {
  if (!resource.actions.includes('create') || resource.hasOwnPage) return []
  const shown = resource.fields.filter(({ on }) => on !== 'edit').map(({ path }) => path)
  return requiredBelow(resource, '', shown).map((path) => ({
    at: `create.${path}`,
    what: 'is required, and no field fills it',
    fix: `add ${editorAt(resource, path)}('${path}', …), or give it a default`,
  }))
}

function editorAt({ create }: Resource, path: string): string {
  const described = describe(create, path)
  if (isOrderedAt(create, path)) return 'f.list'
  return described ? editorOf(described) : 'f.text'
}

function requiredBelow(resource: Resource, path: string, shown: readonly string[]): string[] {
  const below = (key: string) => (path ? `${path}.${key}` : key)
  const keys = keysAt(resource.create, path).map(below)
  return keys.flatMap((at) => {
    if (shown.some((one) => `${at}.`.startsWith(`${one}.`))) return []
    const described = describe(resource.create, at)
    const isBegun = shown.some((one) => one.startsWith(`${at}.`))
    if (described?.kind === 'object' && isBegun) return requiredBelow(resource, at, shown)
    return described?.required && !isBegun ? [at] : []
  })
}

function once(faults: readonly Fault[]): Fault[] {
  return faults.filter(
    (one, index) =>
      faults.findIndex(
        ({ at, what, fix }) => `${at} ${what} ${fix}` === `${one.at} ${one.what} ${one.fix}`,
      ) === index,
  )
}
