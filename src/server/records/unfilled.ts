import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Data } from './shape.ts'

/** Notes which fields records fill, and which stored keys nothing reads. */
export function createFilling(resource: Resource) {
  const left = new Set(
    resource.fields.filter(({ kind }) => kind !== 'password').map(({ path }) => path),
  )
  const known = new Set([
    ...[resource.create, resource.update, resource.row].flatMap(({ shape }) => Object.keys(shape)),
    ...Object.values(resource.renamedFrom),
  ])
  const strays = new Set<string>()
  return {
    see(data: Data): void {
      for (const path of left) if (isFilled(getAt(data, path))) left.delete(path)
      for (const key of Object.keys(data))
        if (!known.has(key) && strays.size < MOST_STRAYS) strays.add(key)
    },
    /** The fields that nobody filled. */
    left: (): string[] => [...left],
    strays: (): string[] => [...strays].filter((key) => key !== SAMPLE),
  }
}

const MOST_STRAYS = 10
/** What marks the records of the demo. */
const SAMPLE = 'sample'

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== ''
}
