import type { Field } from '../declaration.ts'
import { describe } from '../describe.ts'
import { referenceAt } from '../references.ts'
import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'
import { editorOf, misfit } from './fits.ts'

export function fieldFaults(resource: Resource, field: Field, index: number): Fault[] {
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
    const wrong = misfit(field, described)
    if (wrong) faults.push({ at, ...wrong })
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
export function unfillable(resource: Resource): Fault[] {
  if (!resource.actions.includes('create') || resource.hasOwnPage) return []
  const shown = new Set(
    resource.fields.filter((field) => field.on !== 'edit').map((field) => field.path.split('.')[0]),
  )
  return Object.keys(resource.create.shape).flatMap((key) => {
    const described = describe(resource.create, key)
    if (shown.has(key) || !described?.required) return []
    return [
      {
        at: `create.${key}`,
        what: 'is required, and no field fills it',
        fix: `add ${editorOf(described)}('${key}', …), or give it a default`,
      },
    ]
  })
}
