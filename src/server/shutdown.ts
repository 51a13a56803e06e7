import { Server } from 'node:net'
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Services } from './services.ts'

/** How long requests and background rounds may take, then each of the last writes. */
const DRAIN_MS = 7000
const LAST_MS = 1000
/** For so long a stopping server still answers on open connections, each time with `Connection: close`. */
const LINGER_MS = 1000
const POLL_MS = 25
/** How long a quiet moment is waited for, and how short a round of the event loop has to be. */
const QUIET_WAIT_MS = 500
const QUIET_MS = 0.1

/** Finishes what is under way and closes everything but the database, within 10 s. */
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
 * Accepts no new connection and lets requests finish. Cuts off those that take too long. The port closes while
 * connections still stay open: a client that was told `Connection: close` reconnects at once.
 *
 * The kernel accepts connections before the process does, and resets those when the port closes. So the port closes in
 * a moment without new connections: the process first takes what waits, one connection in each round of the loop.
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
  // Not http's own close, which also closes idle connections: a client may be sending on one.
  Server.prototype.close.call(server)
  // Behind a cut request a statement may still wait for its own end.
  await atMost(DRAIN_MS + LAST_MS / 2, app.close())
  clearTimeout(timer)
}

/**
 * Lets the closing of `app` wait for open connections. Call it before `app` is ready. From the closing on each answer
 * says `Connection: close`. Closing idle connections at once would cut a request that a client has just sent on one.
 */
export function waitForConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const { server } = app
    const began = performance.now()
    let isIdleOpen = true
    while ((await openConnections(server)) > 0 && performance.now() - began < DRAIN_MS) {
      await pause(POLL_MS)
      if (!isIdleOpen || performance.now() - began < LINGER_MS) continue
      // Read pending data first, so those connections count as active.
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

/** Waits for a round of the event loop so short that hardly anything can have arrived since. */
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
