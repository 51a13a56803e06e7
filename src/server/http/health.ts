import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Lack } from '#server/db/migrate.ts'
import { object } from './json-schema.ts'
import { Refusal } from './refusal.ts'
import { bodyOf, statusOf } from './refusals.ts'
import type { Context } from './route-context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers while other calls wait for the start's last steps. */
    isProbe?: boolean
  }
}

const WORDS: Readonly<Record<Lack | 'starting' | 'stopping', string>> = {
  database: 'Not ready: the database does not answer.',
  migrations: 'Not ready: the database is not brought up to this version.',
  starting: 'Not ready: the server is starting.',
  stopping: 'Not ready: the server is stopping.',
}
/** Anybody may ask, as often as they like: the database is asked no more often than this. */
const REMEMBERED_MS = 500

const status = (word: string) => object({ status: { type: 'string', enum: [word] } })
const open = { access: 'public' } as const
const probe = { ...open, isProbe: true } as const

/** What the two probes answer. */
export type Probes = ReturnType<typeof createProbes>

/** Creates the probes of `app`. It is not ready before `started` resolves. */
export function createProbes(
  app: FastifyInstance,
  store: Context['store'],
  started: Promise<void> = Promise.resolve(),
) {
  const lack = readinessOf(app, store, started)
  return {
    live: () => ({ status: 'alive' }),
    async ready(_request: FastifyRequest, reply: FastifyReply) {
      const missing = await lack()
      if (missing === undefined) return { status: 'ready' }
      const refusal = new Refusal(
        { code: 'unavailable', rule: missing, message: WORDS[missing] },
        1,
      )
      if (missing === 'database' || missing === 'migrations') throw refusal
      // Starting and stopping are no errors: nothing is logged.
      return reply.code(statusOf(refusal)).header('retry-after', 1).send(bodyOf(refusal))
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
          'The database answers and is brought up to this version, the start is over, and the server is not stopping; otherwise 503, with what is missing in words.',
        response: { 200: { ...status('ready'), description: 'Requests can be served' } },
      },
    },
    ready,
  )
}

/** What stands against serving requests, for all who ask within a moment. */
function readinessOf(app: FastifyInstance, store: Context['store'], started: Promise<void>) {
  let isStarted = false
  let isStopping = false
  void started.then(() => {
    isStarted = true
  })
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  let asked: { at: number; lack: Promise<Lack | undefined> } | undefined
  return async () => {
    if (asked === undefined || performance.now() - asked.at > REMEMBERED_MS)
      asked = { at: performance.now(), lack: store.readiness() }
    const lack = await asked.lack
    if (isStopping) return 'stopping'
    return isStarted ? lack : 'starting'
  }
}
