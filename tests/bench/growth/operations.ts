import type { Client as Database } from 'pg'
import { uuidv7 } from 'uuidv7'
import { ANALYTICS_PATH, TABS } from '#contract/analytics.ts'
import { API_BASE } from '#contract/api.ts'
import { WIDGET_DATA_PATH, WIDGET_TYPES } from '#contract/dashboards.ts'
import { EVENTS_PATH } from '#contract/events.ts'
import { OVERVIEW_PATH } from '#contract/overview.ts'
import { admin } from '../../support/product.ts'
import type { Client } from '../changes/client.ts'

/** What is measured at each size. A call that takes only part of its time gives how many ms. */
export interface Operation {
  name: string
  call(at: number): Promise<unknown>
  before?: () => Promise<unknown>
  most?: number
  /** Reads or writes all there is: it may grow with it. */
  isWhole?: boolean
}

/** What is asked for at one size. */
export interface Sample {
  total: number
  users: readonly string[]
  mission: string
  /** Words that one user has. */
  rare: readonly string[]
}

const PAGE = 10
/** Each takes a password's hash, or many rows. */
const FEW = 25

/** Whom the operations ask. */
interface Asking {
  url: string
  token: string
  client: Client
  database: Database
}

/** All operations on a running product. */
export function operationsOn(asking: Asking, sample: Sample): Operation[] {
  const { client, database } = asking
  const { total, users, mission, rare } = sample
  const pages = Math.ceil(total / PAGE)
  const pick = <T>(of: readonly T[], at: number): T => of[at % of.length] as T
  const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const said = await client.call<T>(method, path, body)
    if (said.status >= 300)
      throw new Error(`${method} ${path} answered ${said.status}: ${JSON.stringify(said.body)}`)
    return said.body
  }
  const get = (name: string, pathOf: (at: number) => string): Operation => ({
    name,
    call: (at) => ok('GET', pathOf(at)),
  })
  /** Counted anew each time: a write makes the server forget what it remembers of totals. */
  const counted = (one: Operation): Operation => ({ ...one, before: forget })
  let field = ''
  const forget = async () => {
    if (field) return ok('PUT', `/career-fields/${field}`, { description: uuidv7() })
    const made = { name: `Growing ${uuidv7()}`, description: 'Of what grows' }
    field = (await ok<{ _id: string }>('POST', '/career-fields', made))._id
  }
  const list = (query: string) => `/users?limit=${PAGE}&${query}`
  const page = (number: number) => Math.min(pages, Math.max(1, number))

  return [
    { name: 'sign in', most: FEW, call: () => ok('POST', '/auth/login', admin) },
    get('profile', () => '/profile'),
    get('list, page 1', () => list('page=1')),
    get('list, page 100', (at) => list(`page=${page(100 + (at % 5))}`)),
    get('list, middle page', (at) => list(`page=${page(Math.floor(pages / 2) + (at % 50))}`)),
    get('list, last page', (at) => list(`page=${page(pages - (at % 5))}`)),
    counted(get('search, common', (at) => list(`search=${pick(COMMON, at)}`))),
    counted(get('search, rare', (at) => list(`search=${pick(rare, at)}`))),
    counted(get('search, none', (at) => list(`search=zq${at}xw`))),
    counted(get('search, two letters', () => list('search=an'))),
    get('search over all', (at) => `/search?q=${pick(COMMON, at)}`),
    counted(get('filter, few', () => list('role=admin'))),
    counted(get('filter, most', () => list('isActive=true'))),
    counted(get('filter and search', (at) => list(`segment=student&search=${pick(COMMON, at)}`))),
    get('sort by email', () => list('sort=email')),
    get('sort by last login', () => list('sort=-lastLogin')),
    get('sort by last login, page 500', () => list('sort=-lastLogin&page=500')),
    get('one user', (at) => `/users/${pick(users, at)}`),
    ...writes(ok, users),
    get('uses of a user', (at) => `/users/${pick(users, at)}/uses`),
    get('uses of a mission', () => `/missions/templates/${mission}/uses`),
    get('people of a mission', () => `/missions/templates/${mission}/people`),
    get('timeline of a user', (at) => `/users/${pick(users, at)}/people`),
    get('changes', () => '/changes'),
    get('changes of users', () => '/changes?resource=users'),
    ...events(ok, database, users),
    get('home', () => OVERVIEW_PATH),
    ...WIDGET_TYPES.map((type) =>
      get(`widget ${type}`, () => `${WIDGET_DATA_PATH}?widgetType=${type}&timeRange=last30days`),
    ),
    ...TABS.map((tab) => get(`analytics, ${tab}`, () => `${ANALYTICS_PATH}/${tab}`)),
    ...exports(asking),
  ]
}

const COMMON = ['kowal', 'anna', 'mar', 'son', 'example']

type Ok = <T>(method: string, path: string, body?: unknown) => Promise<T>

function writes(ok: Ok, users: readonly string[]): Operation[] {
  const made: string[] = []
  const person = (): object => ({
    ...{ firstName: 'Nadia', lastName: 'Growing', password: 'three-blue-waymarks' },
    email: `${uuidv7()}@example.org`,
  })
  const create = async () => {
    const { _id } = await ok<{ _id: string }>('POST', '/auth/register', person())
    made.push(_id)
  }
  const update = (at: number) =>
    ok('PUT', `/users/${users[at % users.length]}`, { lastName: `Changed ${uuidv7().slice(-6)}` })
  const lastChange = async () => {
    const { changes } = await ok<{ changes: { id: string }[] }>('GET', '/changes?limit=1')
    return changes[0]?.id ?? ''
  }
  const ids = users.slice(0, 1000)
  return [
    { name: 'create a user', most: FEW, call: create },
    { name: 'update a user', call: update },
    {
      name: 'delete a user',
      most: FEW,
      before: async () => {
        if (made.length === 0) await create()
      },
      call: () => ok('DELETE', `/users/${made.pop()}`),
    },
    {
      name: 'undo',
      most: 2 * FEW,
      async call(at) {
        await update(at)
        const change = await lastChange()
        const began = performance.now()
        await ok('POST', `/changes/${change}/undo`, {})
        return performance.now() - began
      },
    },
    {
      name: 'plan of 1,000',
      most: FEW,
      call: () =>
        ok('POST', '/changes/plan', {
          resource: 'users',
          change: { action: 'update', values: { lastName: 'Planned' } },
          ids,
        }),
    },
  ]
}

function events(ok: Ok, database: Database, users: readonly string[]): Operation[] {
  const batch = (size: number) => ({
    events: Array.from({ length: size }, (_, at) => ({
      eventType: 'feature_used',
      id: uuidv7(),
      user: users[Math.floor(Math.random() * users.length)],
      feature: at % 2 === 0 ? 'mission-center' : 'team-hub',
      timestamp: new Date(Date.now() - at * 1000).toISOString(),
    })),
  })
  const isRolled = async () => {
    const { rows } = await database.query('select 1 from event_batches limit 1')
    return rows.length === 0
  }
  const rolled = async () => {
    while (!(await isRolled())) await new Promise((resolve) => setTimeout(resolve, 3))
  }
  return [
    {
      name: 'batch of 1,000 events accepted',
      most: FEW,
      before: rolled,
      call: () => ok('POST', EVENTS_PATH, batch(1000)),
    },
    {
      name: 'batch of 1,000 events counted',
      most: FEW,
      before: rolled,
      async call() {
        await ok('POST', EVENTS_PATH, batch(1000))
        const began = performance.now()
        await rolled()
        return performance.now() - began
      },
    },
  ]
}

/** A file of all users: when it begins, and the whole of it. */
function exports({ url, token }: Asking): Operation[] {
  const read = async (isAll: boolean) => {
    const began = performance.now()
    const response = await fetch(`${url}${API_BASE}/users/export?format=csv`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const reader = response.body?.getReader()
    if (!response.ok || !reader) throw new Error(`The export answered ${response.status}`)
    let took = Number.NaN
    for (let more = true; more; ) {
      const { done } = await reader.read()
      if (Number.isNaN(took)) took = performance.now() - began
      more = isAll && !done
    }
    if (isAll) return performance.now() - began
    await reader.cancel()
    return took
  }
  return [
    { name: 'export, first byte', most: 5, call: () => read(false) },
    { name: 'export, whole', most: 1, isWhole: true, call: () => read(true) },
  ]
}

/** What to ask for by chance, of a database as it is now. */
export async function sampleOf(database: Database): Promise<Sample> {
  const list = async (statement: string) =>
    (await database.query<{ it: string }>(statement)).rows.map(({ it }) => it)
  const users = await list(
    `select id as it from rec_users where deleted_at is null and data ->> 'role' = 'user'
     order by md5(id::text) limit 1000`,
  )
  const [mission = ''] = await list(
    `select subject_id as it from assignments where kind = 'mission' group by 1 order by count(*) desc limit 1`,
  )
  const [total] = await list("select live as it from tallies where resource = 'users'")
  const rare = await list(
    `select split_part(data ->> 'email', '@', 1) as it from rec_users where deleted_at is null
       and data ->> 'role' = 'user' order by md5(id::text) limit 40`,
  )
  return { total: Number(total), users, mission, rare }
}
