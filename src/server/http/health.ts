import type { FastifyInstance } from 'fastify'
import type { Lack } from '#server/db/readiness.ts'
import { object } from './json-schema.ts'
import { Refusal } from './refusal.ts'
import type { Context } from './route-context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers while other calls wait for the start's last steps. */
    isProbe?: boolean
  }
}

const WORDS: Readonly<Record<Lack | 'stopping', string>> = {
  database: 'Not ready: the database does not answer.',
  migrations: 'Not ready: the database is not brought up to this version.',
  stopping: 'Not ready: the server is stopping.',
}
/** Anybody may ask, as often as they like: the database is asked no more often than this. */
const REMEMBERED_MS = 500

const status = (word: string) => object({ status: { type: 'string', enum: [word] } })
const open = { access: 'public' } as const
const probe = { ...open, isProbe: true } as const

/** What the two probes answer. */
export type Probes = ReturnType<typeof createProbes>

/** The probes of `app`, on one database. */
export function createProbes(app: FastifyInstance, store: Context['store']) {
  const lack = readinessOf(app, store)
  return {
    live: () => ({ status: 'alive' }),
    async ready() {
      const missing = await lack()
      if (missing !== undefined)
        throw new Refusal({ code: 'unavailable', rule: missing, message: WORDS[missing] }, 1)
      return { status: 'ready' }
    },
  }
}

/** The same where orchestrators look: every other address there answers 200 with the landing page. */
export function rootProbes(app: FastifyInstance, { live, ready }: Probes): void {
  const options = { schema: { hide: true }, config: probe } as const
  app.get('/health/live', options, live)
  app.get('/health/ready', options, ready)
}

/** Tell whether the process answers, and whether it can serve. Anybody may ask, as often as they like. */
export function healthRoutes(app: FastifyInstance, { live, ready }: Probes): void {
  app.get(
    '/health',
    {
      config: open,
      schema: {
        tags: ['Service'],
        operationId: 'getHealth',
        summary: 'Whether the server answers',
        response: { 200: { ...status('healthy'), description: 'The server answers' } },
      },
    },
    () => ({ status: 'healthy' }),
  )

  app.get(
    '/health/live',
    {
      config: probe,
      schema: {
        tags: ['Service'],
        operationId: 'getLiveness',
        summary: 'Whether the process lives',
        description:
          'Costs nothing and asks nobody. Whoever gets no answer here may start the process again.',
        response: { 200: { ...status('alive'), description: 'The process answers' } },
      },
    },
    live,
  )

  app.get(
    '/health/ready',
    {
      config: probe,
      schema: {
        tags: ['Service'],
        operationId: 'getReadiness',
        summary: 'Whether requests can be served',
        description:
          'The database answers and is brought up to this version, and the server is not stopping; otherwise 503, with what is missing in words. What a start still does in the background is no reason.',
        response: { 200: { ...status('ready'), description: 'Requests can be served' } },
      },
    },
    ready,
  )
}

/** What stands against serving requests, for all who ask within a moment. */
function readinessOf(app: FastifyInstance, store: Context['store']) {
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  let asked: { at: number; lack: Promise<Lack | undefined> } | undefined
  return async () => {
    if (asked === undefined || performance.now() - asked.at > REMEMBERED_MS)
      asked = { at: performance.now(), lack: store.readiness() }
    const lack = await asked.lack
    return isStopping ? 'stopping' : lack
  }
}
