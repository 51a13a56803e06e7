import { afterAll, beforeAll, test } from 'vitest'
import { importLaw } from '../../suites/laws/import.ts'
import { PATIENCE, print, RUNS, SEED } from '../../suites/laws/law.ts'
import { makeWorld, type World } from '../../suites/laws/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.server.close())

test(
  'a file that was exported changes nothing when it is imported, for every resource and in each format',
  PATIENCE,
  async () => {
    print('import', RUNS, await importLaw(world, RUNS, SEED))
  },
)
