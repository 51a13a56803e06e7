import { afterAll, beforeAll, test } from 'vitest'
import { everyWriteLaw } from '../../suites/laws/every-write.ts'
import { PATIENCE, print } from '../../suites/laws/law.ts'
import { makeWorld, type World } from '../../suites/laws/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.server.close())

test(
  'every route that writes names its change, and all that it wrote stands under it',
  PATIENCE,
  async () => {
    print('every write', 1, await everyWriteLaw(world))
  },
)
