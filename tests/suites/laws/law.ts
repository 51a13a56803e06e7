import fc from 'fast-check'
import type { Resource } from '#model/resource.ts'

/** How many runs a law has; LAW_RUNS and LAW_SEED override number and seed (npm run laws). */
export const RUNS = Number(process.env.LAW_RUNS ?? 200)
export const SEED = Number(process.env.LAW_SEED ?? process.env.FC_SEED ?? 20261123)
/** Two seconds for each run. */
export const PATIENCE = { timeout: 60_000 + RUNS * 2_000 }

/** How many things were checked of each resource. */
export type Tally = Map<Resource, number>

export function check(tally: Tally, resource: Resource, checks = 1): void {
  tally.set(resource, (tally.get(resource) ?? 0) + checks)
}

/** Prints 'undo: tags: 412 checks' for each resource, past the reporter. */
export function print(law: string, runs: number, tally: Tally): void {
  const lines = [...tally].map(
    ([resource, checks]) => `${law}: ${resource.name}: ${checks} checks\n`,
  )
  process.stdout.write(`${law}: ${runs} runs\n${lines.join('')}`)
}

/** Of the runs of a law those that each resource has. */
export function shareOf(runs: number, resources: number): number {
  return Math.ceil(runs / resources)
}

/** Runs a law; throws with the smallest case that breaks it, and the seed that leads there. */
export async function hold<T>(
  runs: number,
  seed: number,
  cases: fc.Arbitrary<T>,
  law: (one: T) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(cases, law), { numRuns: runs, seed })
}
