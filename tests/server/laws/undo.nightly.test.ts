import { afterAll, beforeAll, test } from 'vitest'
import { PATIENCE, print, RUNS, SEED } from '../../suites/laws/law.ts'
import { undoLaw } from '../../suites/laws/undo.ts'
import { makeWorld, type World } from '../../suites/laws/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.server.close())

test(
  'an undo leaves every field as before, except those that another changed since, and names them; a record at any version is its history from the start',
  PATIENCE,
  async () => {
    const { undo, trail } = await undoLaw(world, RUNS, SEED)
    print('undo', RUNS, undo)
    print('trail', RUNS, trail)
  },
)
