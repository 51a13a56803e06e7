import { afterEach } from 'vitest'
import { startApp, type TestApp } from './app.ts'

/** Gives a way to start servers that are closed when their test is over. */
export function serversOfATest(): typeof startApp {
  const running: TestApp[] = []
  afterEach(async () => {
    for (const server of running.splice(0)) await server.close()
  })
  return async (setup) => {
    const server = await startApp(setup)
    running.push(server)
    return server
  }
}
