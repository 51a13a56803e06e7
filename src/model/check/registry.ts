import { referenceAt, referencesOf } from '../references.ts'
import type { Resource } from '../resource.ts'
import type { Fault, FileFault } from './fault.ts'
import { oneOf } from './nearest.ts'

/** What no two resources may share: where it is written, what is made of it, and what to write instead. */
const SINGLE: readonly {
  at: string
  is: string
  of: (resource: Resource) => string
  fix: string
}[] = [
  { at: 'name', is: 'name', of: ({ name }) => name, fix: 'give one of the two another name' },
  {
    at: 'name',
    is: 'page',
    of: ({ page }) => `/admin/${page}`,
    fix: 'begin one of the two names with another word',
  },
  { at: 'api.path', is: 'address', of: ({ api }) => api.path, fix: 'write another path' },
  { at: 'api.create', is: 'address', of: ({ api }) => api.create, fix: 'write another path' },
  // The API's description names its schemas and operations so.
  ...(['one', 'many'] as const).map((number) => ({
    at: 'label',
    is: 'label',
    of: ({ label }: Resource) => asOne(label[number]),
    fix: 'give one of the two another label',
  })),
]

/**
 * Two resources that claim the same, and references to none that there is. Takes all names, also of what could not
 * be completed, and whether something was told of a resource's own names already.
 */
export function registryFaults(
  resources: readonly Resource[],
  names: readonly string[],
  told: (resource: Resource) => boolean,
): FileFault[] {
  return resources.flatMap((resource, index) => {
    const before = resources.slice(0, index)
    const twins = told(resource) ? [] : twinFaults(resource, before)
    const faults = [
      ...twins,
      ...referenceFaults(resource, names),
      ...createFaults(resource, resources),
    ]
    return faults.map((fault) => ({ file: resource.file, ...fault }))
  })
}

/** The first thing that it shares is enough: the rest follows from it. */
function twinFaults(resource: Resource, before: readonly Resource[]): Fault[] {
  for (const { at, is, of, fix } of SINGLE) {
    const mine = of(resource)
    const other = before.find((one) => of(one) === mine)
    if (other)
      return [
        {
          at,
          what: `the ${is} '${mine}' is also that of ${other.file}`,
          fix,
        },
      ]
  }
  return []
}

function referenceFaults(resource: Resource, names: readonly string[]): Fault[] {
  return referencesOf(resource.create)
    .filter(({ to }) => !names.includes(to))
    .map(({ path, to }) => ({
      at: `create.${path}`,
      what: `there is no resource '${to}'`,
      fix: oneOf(to, names),
    }))
}

/** A field that offers to create what cannot be created. */
function createFaults(
  { fields, create, update }: Resource,
  resources: readonly Resource[],
): Fault[] {
  return fields.flatMap((field) => {
    if (field.kind !== 'reference' || !field.create) return []
    const to = (referenceAt(create, field.path) ?? referenceAt(update, field.path))?.to
    const target = resources.find(({ name }) => name === to)
    if (!target || target.actions.includes('create')) return []
    return [
      {
        at: `fields '${field.path}'`,
        what: `no form creates ${target.name}`,
        fix: 'leave out { create: true }',
      },
    ]
  })
}

/** Case and spaces do not tell two names for programs apart. */
function asOne(words: string): string {
  return words.replace(/[^A-Za-z0-9]/g, '')
}
