import { referencesOf } from '../references.ts'
import type { Resource } from '../resource.ts'
import type { Fault, FileFault } from './fault.ts'

/** Two resources that claim the same name, page, address or label, and references to none that there is. */
export function registryFaults(resources: readonly Resource[]): FileFault[] {
  const taken = new Map<string, Resource>()
  return resources.flatMap((resource) => {
    const faults: Fault[] = []
    for (const [at, key] of [
      ['name', resource.name],
      ['name (its first segment is the page)', `/admin/${resource.page}`],
      ['api.path', `/api${resource.api.path}`],
      // The API's description names its schemas so.
      ['label', resource.label.one],
    ] as const) {
      const other = taken.get(`${at} ${key}`)
      if (other && faults.length === 0)
        faults.push({
          at,
          what: `'${key}' is already taken by ${other.file}`,
          fix: 'give each resource its own',
        })
      taken.set(`${at} ${key}`, resource)
    }
    return [...faults, ...referenceFaults(resource, resources)].map((fault) => ({
      file: resource.file,
      ...fault,
    }))
  })
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
