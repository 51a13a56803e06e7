import { afterAll, beforeAll, test } from 'vitest'
import { contractLaw } from '../../suites/laws/contract.ts'
import { PATIENCE, print, RUNS, SEED } from '../../suites/laws/law.ts'
import { makeWorld, type World } from '../../suites/laws/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.server.close())

test(
  'a body is accepted exactly when the document allows it and the form would send it',
  PATIENCE,
  async () => {
    print('contract', RUNS, await contractLaw(world, RUNS, SEED))
  },
)
