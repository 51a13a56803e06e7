import { afterAll, beforeAll, test } from 'vitest'
import { PATIENCE, print, RUNS, SEED } from '../../suites/laws/law.ts'
import { planLaw } from '../../suites/laws/plan.ts'
import { makeWorld, type World } from '../../suites/laws/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.server.close())

test('what a plan says is what apply does, and a plan writes nothing', PATIENCE, async () => {
  print('plan', RUNS, await planLaw(world, RUNS, SEED))
})
