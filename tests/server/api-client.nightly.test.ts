import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
let folder: string
beforeAll(async () => {
  server = await startApp()
  folder = mkdtempSync(join(tmpdir(), 'waymark-client-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.close()
})

/** Written by hand against the generated types. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

type Mission = components['schemas']['Mission']
type User = components['schemas']['User']

/** Lists in a query are separated by commas, as the description says of them. */
export async function live(baseUrl: string, email: string, password: string) {
  const querySerializer = { array: { style: 'form', explode: false } } as const
  const api = createClient<paths>({ baseUrl, querySerializer })
  const at = '/api/v1/missions/templates/{id}'

  const signedIn = await api.POST('/api/v1/auth/login', { body: { email, password } })
  if (!signedIn.data) throw new Error(signedIn.error.error.message)
  const { token } = signedIn.data
  api.use({
    onRequest({ request }) {
      request.headers.set('authorization', \`Bearer \${token}\`)
      return request
    },
  })

  const made = await api.POST('/api/v1/missions/templates', {
    body: { title: 'Ask a nurse', type: 'research', steps: [{ title: 'Find one' }] },
  })
  if (!made.data) throw new Error(made.error.error.message)
  const params = { path: { id: made.data._id } }

  const read = await api.GET(at, { params })
  if (!read.data) throw new Error(read.error.error.message)
  const mission: Mission = read.data
  const steps: string[] = mission.steps.map((step) => step._id)

  // A record can be sent back whole.
  const header = { 'if-match': \`"\${mission.version}"\` }
  const body = { ...mission, title: 'Ask two nurses', steps: [...mission.steps, { title: 'Ask' }] }
  const changed = await api.PUT(at, { params: { ...params, header }, body })
  const stale = await api.PUT(at, { params: { ...params, header }, body })
  const cleared = await api.PUT(at, { params, body: { description: null } })

  const query = { search: 'nurses', sort: ['-createdAt', 'title'], difficulty: ['beginner'], limit: 5 } as const
  const list = await api.GET('/api/v1/missions/templates', {
    params: {
      query: { ...query, sort: [...query.sort], difficulty: [...query.difficulty], isActive: true },
    },
  })

  const refused = await api.POST('/api/v1/missions/templates', { body: { title: '', type: 'x' } })
  const removed = await api.DELETE(at, { params })
  const gone = await api.GET(at, { params })

  return {
    steps: steps.length,
    changed: [changed.response.status, changed.data?.title, changed.data?.steps.length],
    stale: [stale.response.status, stale.error?.error.code, stale.error?.error.current?.title],
    cleared: cleared.response.status,
    list: list.data?.missions.map(({ title }) => title),
    total: list.data?.pagination.total,
    refused: [refused.response.status, refused.error?.error.fields],
    removed: removed.response.status,
    gone: [gone.response.status, gone.error?.error.code],
  }
}

/** Errors that the types must report. */
export async function mistakes() {
  const api = createClient<paths>()
  // @ts-expect-error a title is needed
  await api.POST('/api/v1/missions/templates', { body: { type: 'research' } })
  // @ts-expect-error there is no such word to sort by
  await api.GET('/api/v1/missions/templates', { params: { query: { sort: ['password'] } } })
  const role: Partial<User> = { role: 'admin' }
  const params = { path: { id: 'x' } }
  await api.PUT('/api/v1/users/{id}', { params, body: role })
  // @ts-expect-error null gives nobody a role
  await api.PUT('/api/v1/users/{id}', { params, body: { role: null } })
}
`

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: false,
  noUncheckedIndexedAccess: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  rewriteRelativeImportExtensions: true,
  outDir: 'out',
}

/** The exports of the compiled program. */
interface Life {
  live(baseUrl: string, email: string, password: string): Promise<unknown>
}

test('a client generated from the description compiles, and creates, changes and deletes a mission', async () => {
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const types = await openapiTS(new URL(`${address}/api/v1/openapi.json`))
  writeFileSync(join(folder, 'api.ts'), astToString(types))
  writeFileSync(join(folder, 'life.ts'), PROGRAM)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS }))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const tsc = resolve('node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })

  const program = pathToFileURL(join(folder, 'out/life.js')).href
  const { live } = (await import(/* @vite-ignore */ program)) as Life
  expect(await live(address, ADMIN.email, ADMIN.password)).toEqual({
    steps: 1,
    changed: [200, 'Ask two nurses', 2],
    stale: [412, 'stale', 'Ask two nurses'],
    cleared: 200,
    list: ['Ask two nurses'],
    total: 1,
    refused: [400, { title: 'Title is required.' }],
    removed: 204,
    gone: [404, 'not_found'],
  })
})
