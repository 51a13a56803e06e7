import type { DataProvider } from '@refinedev/core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { startApp, type TestApp } from '../support/app.ts'

const missions = registry.find(({ page }) => page === 'missions') as Resource
const resource = missions.page
const ada = { _id: 'a', firstName: 'Ada', lastName: 'L', email: 'ada@example.org', role: 'admin' }

/** The data provider on the real server, and the fake of the component tests. */
let real: DataProvider
let memory: DataProvider
let refuseNext: () => void
let app: TestApp

beforeAll(async () => {
  app = await startApp()
  vi.stubEnv('VITE_API_URL', await app.app.listen({ port: 0, host: '127.0.0.1' }))
  const { enter } = await import('#admin/http/session.ts')
  enter(app.token, { ...ada, changes: true }, false)
  real = (await import('#admin/providers/data-provider.ts')).dataProvider(registry)
  const { HttpError } = await import('#admin/providers/http-client.ts')
  const backend = (await import('../support/refine.tsx')).memoryBackend()
  memory = backend.provider
  refuseNext = () => backend.next(new HttpError(400, { fields: { title: 'is required.' } }))
})
afterAll(() => app.close())

const values = (title: string, more: object = {}) => ({
  ...{ ...missions.sample, careerFields: [] },
  ...{ title, ...more },
})
/** The fields of a record that components read. */
const shown = ({ title, difficulty, version, ...row }: Row) => ({
  ...{ title, difficulty, version },
  hasId: typeof row.id === 'string' && row.id === row._id,
})
/** The fields of an error that components read. */
async function refusal(call: Promise<unknown>) {
  const error = Object(
    await call.then(
      () => ({}),
      (reason: unknown) => reason,
    ),
  )
  const { name, statusCode, outcome, errors, current } = error
  return { name, statusCode, outcome, errors: Object.keys(errors ?? {}), title: current?.title }
}

const idOf = (row: unknown) => String(Object(row).id)
const create = async (provider: DataProvider, variables: object) =>
  (await provider.create<Row>({ resource, variables })).data
async function titles(provider: DataProvider, asked: object) {
  const { data, total } = await provider.getList<Row>({ resource, ...asked })
  return { titles: data.map(({ title }) => title), total }
}

/** Runs the same calls and returns their results. */
async function story(provider: DataProvider) {
  const seen: unknown[] = []
  const first = await create(provider, values('Baking', { difficulty: 'beginner' }))
  const second = await create(provider, values('Climbing', { difficulty: 'expert' }))
  const third = await create(provider, values('Archery', { difficulty: 'expert' }))
  seen.push([first, second, third].map(shown))
  for (const title of ['Élan 10', 'élan 9', 'Eland', 'Zoology'])
    await create(provider, values(title))
  const [id, version] = [idOf(first), Number(first.version)]
  seen.push(shown((await provider.getOne<Row>({ resource, id })).data))
  const ids = [idOf(third), 'gone', id]
  seen.push((await provider.getMany?.<Row>({ resource, ids }))?.data.map(shown))

  const sorters = [{ field: 'title', order: 'asc' }]
  const page = (currentPage: number) => ({ pagination: { currentPage, pageSize: 2 }, sorters })
  seen.push(await titles(provider, page(1)), await titles(provider, page(2)))
  seen.push(await titles(provider, { sorters: [{ field: 'title', order: 'desc' }] }))
  const filters = [{ field: 'difficulty', operator: 'eq', value: 'expert' }]
  seen.push(await titles(provider, { filters, sorters }))
  const several = [{ field: 'difficulty', operator: 'in', value: ['beginner', 'expert'] }]
  seen.push(await titles(provider, { filters: several, sorters }))
  const search = [{ field: 'search', operator: 'contains', value: 'CLIMB' }]
  seen.push(await titles(provider, { filters: search, sorters }))

  const update = (of: number, title: string, at = id) =>
    provider.update<Row>({ resource, id: at, variables: values(title), meta: { version: of } })
  seen.push(shown((await update(version, 'Bread')).data))
  seen.push(await refusal(update(version, 'Cake')))
  await provider.deleteOne({ resource, id, meta: { version: version + 1 } })
  seen.push(await refusal(provider.getOne({ resource, id })))
  seen.push(await refusal(update(version + 1, 'Bun')))
  seen.push(await refusal(provider.deleteOne({ resource, id, meta: { version: version + 1 } })))
  seen.push(await titles(provider, { sorters }))
  refuseNext()
  seen.push(await refusal(create(provider, values(''))))
  return seen
}

test('the fake backend of component tests answers as the real server does', async () => {
  expect(await story(memory)).toEqual(await story(real))
})
