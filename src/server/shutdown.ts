import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Door, quietMoment } from './listener.ts'
import type { Services } from './services.ts'

/** What an end may take: requests and rounds of the background beside each other, then the last counts, then the pools. */
const DRAIN_MS = 7000
const LAST_MS = 1000
/** So long a server that stops answers on its connections, each with the word that it was the last. */
const LINGER_MS = 1000
const LOOK_MS = 25

/** Lets the server's closing wait for those who are in. */
export function lingerIn(door: Door, app: FastifyInstance): void {
  app.addHook('preClose', () => linger(door, app))
}

/** Finishes what is under way and closes everything but the database, within 10 s, whatever that does. */
export async function end(door: Door, services: Services, app: FastifyInstance): Promise<void> {
  await Promise.all([drain(door, app), services.background.stop(DRAIN_MS)])
  await atMost(LAST_MS, services.insight.requests.flush())
  await atMost(LAST_MS, flushSecurityLog(services))
  await atMost(LAST_MS, services.store.close())
}

/** Writes the last security events. */
async function flushSecurityLog({ store, security }: Services): Promise<void> {
  security.close()
  await store.securityEvents.settled()
}

/** Waits for it, well or ill, but no longer than that. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => undefined), patience])
  clearTimeout(timer)
}

/**
 * Waits for those who are in. From here on each answer says `Connection: close`; connections that were closed at once
 * would cut whoever has just sent a request on one of them.
 */
async function linger(door: Door, app: FastifyInstance): Promise<void> {
  const began = performance.now()
  let isResting = true
  while ((await door.inside(app)) > 0 && performance.now() - began < DRAIN_MS) {
    await pause(LOOK_MS)
    if (!isResting || performance.now() - began < LINGER_MS) continue
    // What has arrived is read before: it makes its connection a busy one.
    await quietMoment()
    app.server.closeIdleConnections()
    isResting = false
  }
}

/**
 * Lets nobody else in and lets requests finish; whoever takes longer is cut off. The door is shut while connections
 * still stay open: whoever was told that his was the last would come again at the very moment.
 */
async function drain(door: Door, app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await door.shut(app)
  // Behind a cut request a statement may still wait for its own end.
  await atMost(DRAIN_MS + LAST_MS / 2, app.close())
  clearTimeout(timer)
}
