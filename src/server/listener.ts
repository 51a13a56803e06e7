import { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { OpenPort } from './own-account.ts'

/** Where requests come in. */
export interface Door {
  open(app: FastifyInstance): Promise<void>
  /** The port that others reach. */
  port(app: FastifyInstance): number
  /** Lets nobody else in. Whoever came before that is in. */
  shut(app: FastifyInstance): Promise<void>
  /** How many connections are in. */
  inside(app: FastifyInstance): Promise<number>
}

/** A port of this process alone, which may be open already. */
export function ownDoor(config: Config, early: OpenPort | undefined): Door {
  return {
    async open(app) {
      if (early) await early.giveTo(app)
      else await app.listen({ host: config.host, port: config.port })
    },
    port: ({ server }) => portOf(server) ?? config.port,
    shut: ({ server }) => shutQuietly(server),
    inside: ({ server }) =>
      new Promise((resolve) => {
        server.getConnections((_error, count) => resolve(count))
      }),
  }
}

/** The port that a server listens on. */
export function portOf(server: Server): number | undefined {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : undefined
}

/**
 * Stops listening in a moment in which nobody came. The kernel takes connections before the process does, and resets
 * those that it has when the port is closed: their requests would be cut. So what it has is taken first, one in each
 * round of the loop.
 */
export async function shutQuietly(server: Server): Promise<void> {
  if (!server.listening) return
  let hasCome = false
  const come = () => {
    hasCome = true
  }
  server.on('connection', come)
  await quietMoment(() => {
    const hadCome = hasCome
    hasCome = false
    return !hadCome
  })
  server.off('connection', come)
  // Not http's own, which would also close connections that rest: somebody may be sending on one.
  Server.prototype.close.call(server)
}

/** So long a quiet moment is waited for. */
const PATIENCE_MS = 500
/** Quiet is a round of the loop that takes no longer; more, the longer it was waited for. */
const QUIET_MS = 0.1

/**
 * Waits for a round of the loop that was so short that hardly anything can have come since, and in which nothing
 * else stood against it.
 */
export async function quietMoment(isQuiet: () => boolean = () => true): Promise<void> {
  const began = performance.now()
  for (let last = began; ; ) {
    await new Promise((resolve) => setImmediate(resolve))
    const now = performance.now()
    const waited = now - began
    const wasShort = now - last < QUIET_MS * (1 + waited / 50)
    if ((isQuiet() && wasShort) || waited > PATIENCE_MS) return
    last = now
  }
}
