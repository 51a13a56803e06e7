import { afterAll, beforeAll, test } from 'vitest'
import { PATIENCE, print, RUNS, SEED } from '../../suites/laws/law.ts'
import { mergeLaw } from '../../suites/laws/merge.ts'
import { makeWorld, type World } from '../../suites/laws/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.server.close())

test('two changes of different fields give the same record in either order', PATIENCE, async () => {
  print('merge', RUNS, await mergeLaw(world, RUNS, SEED))
})
