import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Lack } from '#server/db/migrate.ts'
import type { Store } from '#server/services.ts'
import { object } from './json-schema.ts'
import { bodyOf, Refusal, statusOf } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route responds before the start is complete. */
    isProbe?: boolean
  }
}

const MESSAGES: Readonly<Record<Lack | 'starting' | 'stopping', string>> = {
  database: 'Not ready: the database does not respond.',
  migrations: 'Not ready: the database is not upgraded to this version.',
  starting: 'Not ready: the server is starting.',
  stopping: 'Not ready: the server is stopping.',
}
/** The probes are public, so the database is checked at most this often. */
const REMEMBERED_MS = 500

/**
 * Serves the two probes at the paths that orchestrators use, which would otherwise return the landing page. The server
 * is not ready before `started` resolves. Returns the function that adds health and probes to the API.
 */
export function registerProbes(
  app: FastifyInstance,
  store: Pick<Store, 'readiness'>,
  started: Promise<void> = Promise.resolve(),
) {
  let state: 'starting' | 'stopping' | undefined = 'starting'
  void started.then(() => {
    if (state === 'starting') state = undefined
  })
  app.addHook('preClose', (done) => {
    state = 'stopping'
    done()
  })
  let asked: { at: number; lack: Promise<Lack | undefined> } | undefined

  const live = () => ({ status: 'alive' })
  const ready = async (_request: FastifyRequest, reply: FastifyReply) => {
    if (asked === undefined || performance.now() - asked.at > REMEMBERED_MS)
      asked = { at: performance.now(), lack: store.readiness() }
    const lack = await asked.lack
    const rule = state ?? lack
    if (rule === undefined) return { status: 'ready' }
    const refusal = new Refusal({ code: 'unavailable', rule, message: MESSAGES[rule] }, 1)
    if (state === undefined) throw refusal
    // Starting and stopping are not errors, so nothing is logged.
    return reply.code(statusOf(refusal)).header('retry-after', 1).send(bodyOf(refusal))
  }

  const config = { access: 'public', isProbe: true } as const
  app.get('/health/live', { config, schema: { hide: true } }, live)
  app.get('/health/ready', { config, schema: { hide: true } }, ready)

  return (api: FastifyInstance): void => {
    const schemaOf = (status: keyof typeof PROBES) => {
      const [operationId, summary, meaning, description] = PROBES[status]
      const answer = object({ status: { type: 'string', enum: [status] } })
      return {
        ...{ tags: ['Service'], operationId, summary, ...(description && { description }) },
        response: { 200: { ...answer, description: meaning } },
      }
    }
    const health = { config: { access: 'public' }, schema: schemaOf('healthy') } as const
    api.get('/health', health, () => ({ status: 'healthy' }))
    api.get('/health/live', { config, schema: schemaOf('alive') }, live)
    api.get('/health/ready', { config, schema: schemaOf('ready') }, ready)
  }
}

/** The probes by their status when all is well: operation, summary, meaning and description. */
const PROBES: Record<'healthy' | 'alive' | 'ready', readonly [string, string, string, string?]> = {
  healthy: ['getHealth', 'Check the health of the server', 'The server is running'],
  alive: [
    'getLiveness',
    'Check that the process runs',
    'The process responds',
    'Does not check the database. If there is no response, restart the process.',
  ],
  ready: [
    'getReadiness',
    'Check that requests can be served',
    'Requests can be served',
    '200 if the database responds and is upgraded to this version, and the server is neither starting nor stopping. Otherwise 503 with a message that says what is missing.',
  ],
}
