import type { Family, Sample } from './exposition.ts'
import { placeAmong } from './request-metrics.ts'

/** Makes one reading of several processes'. */
export interface Merger {
  merge(all: readonly (readonly Family[])[]): readonly Family[]
  /** Adds what a process had counted that is gone: what is counted must never fall. */
  keep(families: readonly Family[]): void
}

const COUNTED: readonly Family['type'][] = ['counter', 'summary', 'histogram']

export function createMerger(): Merger {
  /** The pairs of route and status that have series of their own, over all processes. */
  const places = new Set<string>()
  let kept: readonly Family[] = []
  const merge = (all: readonly (readonly Family[])[]) => merged([kept, ...all], places)
  return {
    merge,
    keep(families) {
      kept = merged([kept, families.filter(({ type }) => COUNTED.includes(type))], places)
    },
  }
}

function merged(all: readonly (readonly Family[])[], places: Set<string>): Family[] {
  const families = new Map<string, { family: Family; samples: Map<string, Sample> }>()
  for (const family of all.flat()) {
    const known = families.get(family.name) ?? { family, samples: new Map<string, Sample>() }
    families.set(family.name, known)
    for (const sample of family.samples) {
      const own = placeAmong(places, family.name, sample)
      const key = `${own.suffix ?? ''} ${Object.values(own.labels ?? {}).join(' ')}`
      const value = together(family.of ?? 'sum', known.samples.get(key)?.value, own.value)
      known.samples.set(key, { ...own, value })
    }
  }
  return [...families.values()].map(({ family, samples }) => ({
    ...family,
    samples: [...samples.values()],
  }))
}

function together(of: NonNullable<Family['of']>, one: number | undefined, other: number): number {
  if (one === undefined) return other
  switch (of) {
    case 'sum':
      return one + other
    case 'most':
      return Math.max(one, other)
    case 'least':
      return Math.min(one, other)
  }
}
