import { Server } from 'node:net'
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Services } from './services.ts'

/** The time limit for requests and background jobs, then for each of the last writes. */
const DRAIN_MS = 7000
const LAST_MS = 1000
/** How long a stopping server still responds on open connections, each time with `Connection: close`. */
const LINGER_MS = 1000
const POLL_MS = 25
/** The longest wait for a quiet moment, and the longest event loop round that counts as quiet. */
const QUIET_WAIT_MS = 500
const QUIET_MS = 0.1

/** Finishes active work and closes everything except the database, within 10 s. */
export async function shutDown(app: FastifyInstance, services: Services): Promise<void> {
  const { store, security, insight, background } = services
  await Promise.all([drain(app), background.stop(DRAIN_MS)])
  await atMost(LAST_MS, insight.requests.flush())
  security.close()
  await atMost(LAST_MS, security.settled())
  await atMost(LAST_MS, store.close())
}

/** Waits for `work`, whether it succeeds or fails, but no longer than `ms`. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, pause(ms, undefined, timer)]).catch(() => undefined)
  timer.abort()
}

/**
 * Accepts no new connection and lets requests finish. Aborts those that take too long. The port closes before open
 * connections do, because a client that got `Connection: close` reconnects immediately.
 *
 * The kernel accepts connections before the process does, and resets them when the port closes. The process therefore
 * first takes the waiting connections, one in each round of the event loop, and closes the port in a moment without new
 * ones.
 */
async function drain(app: FastifyInstance): Promise<void> {
  const { server } = app
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  let connected = 0
  let seen = 0
  const onConnection = () => {
    connected += 1
  }
  server.on('connection', onConnection)
  await quietMoment(() => {
    const wasQuiet = connected === seen
    seen = connected
    return wasQuiet
  })
  server.off('connection', onConnection)
  // Not the close of http, which also closes idle connections, on which a client may be sending.
  Server.prototype.close.call(server)
  // After an aborted request, its statement may still be running.
  await atMost(DRAIN_MS + LAST_MS / 2, app.close())
  clearTimeout(timer)
}

/**
 * Makes `app.close()` wait for open connections. Call it before `app` is ready. While closing, each response has
 * `Connection: close`. Closing idle connections immediately would abort a request that a client has just sent.
 */
export function waitForConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const { server } = app
    const began = performance.now()
    let isIdleOpen = true
    while ((await openConnections(server)) > 0 && performance.now() - began < DRAIN_MS) {
      await pause(POLL_MS)
      if (!isIdleOpen || performance.now() - began < LINGER_MS) continue
      // Reads pending data first, so that those connections count as active.
      await quietMoment()
      server.closeIdleConnections()
      isIdleOpen = false
    }
  })
}

const openConnections = (server: Server) =>
  new Promise<number>((resolve) => {
    server.getConnections((_error, open) => resolve(open))
  })

/** Waits for an event loop round that is so short that hardly anything can have arrived in it. */
async function quietMoment(isQuiet: () => boolean = () => true): Promise<void> {
  const began = performance.now()
  for (let last = began; ; ) {
    await immediate()
    const now = performance.now()
    const waited = now - began
    const wasShort = now - last < QUIET_MS * (1 + waited / 50)
    if ((isQuiet() && wasShort) || waited > QUIET_WAIT_MS) return
    last = now
  }
}
