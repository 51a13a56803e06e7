import { randomBytes } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { inject } from 'vitest'
import { API_BASE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { registry as wholeRegistry } from '#resources/index.ts'
import { createApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { SYSTEM } from '#server/first-admin.ts'
import { createChanges } from '#server/history/changes.ts'
import { createErasing } from '#server/history/erase.ts'
import { loggerOptions } from '#server/logger.ts'
import { ACTIONS } from '#server/records/actions/index.ts'
import type { ActionTable } from '#server/records/actions.ts'
import type { HookTable } from '#server/records/hooks/hooks.ts'
import { openServices, type Services } from '#server/services.ts'
import { templateOf } from './cluster.ts'

export const PASSWORD = 'three-blue-waymarks'
export const ADMIN = { email: 'admin@example.org', password: PASSWORD }

export interface AppSetup {
  env?: Record<string, string>
  registry?: readonly Resource[]
  hooks?: HookTable
  actions?: ActionTable
  clientDir?: string
  /** Takes the log's lines; without it nothing is logged. */
  onLog?: (line: string) => void
  /** What is logged; all of it when absent. */
  logLevel?: Config['logLevel']
  /** Takes what the operator is told on the process's output. */
  onSay?: (line: string) => void
  /** A database that exists already, to start a second server on it. */
  connection?: Connection
  /** That database has no admin yet: it gets the first one. */
  isNew?: true
}

export interface Answer {
  status: number
  body: Record<string, unknown>
  headers: Record<string, string | number | string[] | undefined>
  text: string
  bytes: Buffer
}

export interface TestApp extends Services {
  app: FastifyInstance
  connection: Connection
  /** An admin's token. */
  token: string
  adminId: string
  /** Calls a path below the API's base; as the admin unless a token is given ('' sends none). */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** Makes a user and gives its id, and its token when it can sign in. */
  user(values?: Record<string, unknown>): Promise<{ id: string; email: string; token: string }>
  signIn(email: string, password?: string, options?: CallOptions): Promise<Answer>
  close(): Promise<void>
}

export interface CallOptions {
  body?: unknown
  token?: string
  headers?: Record<string, string>
  /** The caller's address. */
  from?: string
}

/** The whole server on a database of its own, with one admin signed in. */
export async function startApp(setup: AppSetup = {}): Promise<TestApp> {
  const connection = setup.connection ?? (await createDatabase())
  const config = await readConfig({
    ...{ LOG_LEVEL: 'silent', DATABASE_CONNECTIONS: '6', CONFIRM_MINUTES: '1440' },
    ...setup.env,
  })
  const services = await openServices(
    connection,
    config,
    setup.registry ?? wholeRegistry,
    (line, word) => app?.log.warn(line, word),
  )
  const hooks = { ...services.hooks, ...setup.hooks }
  const changes = createChanges(services.store, services.registry, hooks, services.access, config)
  const app = await createApp({
    ...services,
    hooks,
    changes,
    erasing: createErasing(services.store, services.registry, changes, services.security),
    actions: { ...ACTIONS, ...setup.actions },
    config,
    logger: setup.onLog
      ? { ...loggerOptions(setup.logLevel ?? 'debug'), stream: { write: setup.onLog } }
      : false,
    clientDir: setup.clientDir ?? '/nowhere',
    ...(setup.onSay && { say: setup.onSay }),
  })
  const call: TestApp['call'] = async (method, path, options = {}) => {
    const authorization =
      options.token === '' ? {} : { authorization: `Bearer ${options.token ?? token}` }
    const response = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: path.startsWith('/api') ? path : `${API_BASE}${path}`,
      headers: { ...authorization, ...options.headers },
      ...(options.from && { remoteAddress: options.from }),
      ...(options.body !== undefined && { payload: options.body as object }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      body: isJson ? response.json() : {},
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
    }
  }
  const signIn: TestApp['signIn'] = (email, password = PASSWORD, options = {}) =>
    call('POST', '/auth/login', { ...options, token: '', body: { email, password } })

  let token = ''
  let made = 0
  if (!setup.connection || setup.isNew)
    await changes.create(
      'users',
      { firstName: 'Ada', lastName: 'Admin', ...ADMIN, role: 'admin' },
      SYSTEM,
    )
  const first = await signIn(ADMIN.email)
  token = String(first.body.token ?? '')
  const adminId = String(Object(first.body.user)._id)

  return {
    ...services,
    changes,
    app,
    connection,
    token,
    adminId,
    call,
    signIn,
    async user(values = {}) {
      made += 1
      const email = `user${made}@example.org`
      const body = { firstName: 'Uma', lastName: 'User', email, password: PASSWORD, ...values }
      const created = await call('POST', '/auth/register', { body })
      if (created.status !== 201) throw new Error(created.text)
      await ownPassword(services, String(created.body._id))
      const signedIn = await signIn(String(body.email))
      return {
        id: String(created.body._id),
        email: String(body.email),
        token: String(signedIn.body.token ?? ''),
      }
    },
    async close() {
      await app.close()
      await services.security.settled()
      await services.store.close()
    },
  }
}

/** As if somebody to whom an admin gave a password had chosen another one. */
async function ownPassword({ store }: Services, id: string): Promise<void> {
  await store.pool.query('update credentials set must_change = false where user_id = $1', [id])
}

/** A copy of the migrated template, or of another database. */
export async function createDatabase(
  template?: string,
): Promise<Extract<Connection, { host: string }>> {
  const { prefix, ...cluster } = inject('cluster')
  const database = `${prefix}_${randomBytes(6).toString('hex')}`
  const client = await connectAlone(cluster)
  try {
    await client.query(
      `create database ${database} template ${template ?? templateOf(inject('cluster'))}`,
    )
  } finally {
    await client.end()
  }
  return { ...cluster, database }
}

/** The same as the product takes it: as DATABASE_URL. */
export function urlOf(connection: Connection): string {
  if (!('host' in connection)) return connection.connectionString
  const { host, port, user, database } = connection
  const password =
    'password' in connection ? `:${encodeURIComponent(String(connection.password))}` : ''
  return `postgres://${user}${password}@${encodeURIComponent(host)}:${port}/${database}`
}

/** Runs one statement beside the server, to look at what is stored. */
export async function query<Row extends object>(
  connection: Connection,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = await connectAlone(connection)
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}
