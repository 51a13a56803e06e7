import { test } from 'vitest'
import { contractLaw } from '../suites/laws/contract.ts'
import { everyWriteLaw } from '../suites/laws/every-write.ts'
import { importLaw } from '../suites/laws/import.ts'
import { PATIENCE, print, RUNS, SEED, type Tally } from '../suites/laws/law.ts'
import { mergeLaw } from '../suites/laws/merge.ts'
import { planLaw } from '../suites/laws/plan.ts'
import { undoLaw } from '../suites/laws/undo.ts'
import { makeWorld, type World } from '../suites/laws/world.ts'

/** `npm run laws` runs one of them, by the word before the colon. */
const LAWS: Record<string, (one: World) => Promise<Tally>> = {
  'contract: the server accepts a body exactly when the document allows it and the form would send it':
    (one) => contractLaw(one, RUNS, SEED),
  'every-write: each route that writes names its change, and all that it wrote belongs to it':
    everyWriteLaw,
  'import: an exported file changes nothing when it is imported, for every resource and format': (
    one,
  ) => importLaw(one, RUNS, SEED),
  'merge: two changes of different fields give the same record in either order': (one) =>
    mergeLaw(one, RUNS, SEED),
  'plan: applying does what the plan says, and a plan writes nothing': (one) =>
    planLaw(one, RUNS, SEED),
  'undo: every field is as before, except those that another change has set since': async (one) =>
    (await undoLaw(one, RUNS, SEED)).undo,
}

test.each(Object.entries(LAWS))('%s', PATIENCE, async (title, law) => {
  // A server of its own: the laws write the same unique values.
  const world = await makeWorld()
  print(title.split(':')[0] ?? '', RUNS, await law(world))
  await world.server.close()
})
