import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { readConfig } from '#server/config.ts'
import { liveRecords } from '#server/db/tallies.ts'
import { DEMO_USERS } from '#server/demo/learners.ts'
import { loadDemo, loadDemoOnce } from '#server/demo/load-demo.ts'
import { ensureAdmin, SYSTEM } from '#server/first-admin.ts'
import { openServices } from '#server/services.ts'
import { createDatabase, query, startApp } from '../support/app.ts'

const quiet = () => undefined
const USERS = 100

test('sample data is loaded at the very first start only, and if wanted', async () => {
  const connection = await createDatabase()
  await loadDemoOnce(connection, false, quiet)
  await loadDemoOnce(connection, true, quiet)
  expect(await query(connection, 'select 1 from rec_users')).toEqual([])
  const other = await createDatabase()
  await Promise.all([loadDemoOnce(other, true, quiet), loadDemoOnce(other, true, quiet)])
  expect(await query(other, 'select 1 from rec_users')).toHaveLength(DEMO_USERS)
})

test('sample data is the same for the same day, moves with it, and leaves other records alone', async () => {
  const server = await startApp()
  await server.call('POST', '/career-fields', { body: { name: 'Falconry', description: 'Stays' } })
  const load = (day: string, reset: boolean) =>
    loadDemo(server.connection, { today: new Date(day), reset, users: USERS }, quiet)
  const dump = () =>
    query<{ data: Record<string, unknown>; created_at: Date; seen: Date | null }>(
      server.connection,
      `select data, created_at, date_last_login as seen
       from rec_users u left join rec_users_kept k on k.id = u.id
       where data @> '{"sample":true}' order by data ->> 'email'`,
    )
  await load('2026-11-20', false)
  const first = await dump()
  await load('2026-11-20', true)
  expect(await dump()).toEqual(first)
  await load('2026-11-21', true)
  const moved = await dump()
  for (const [index, { created_at }] of moved.entries()) {
    const days = (created_at.getTime() - Number(first[index]?.created_at.getTime())) / 86_400_000
    expect(days).toBe(1)
  }
  for (const { data, created_at, seen } of moved) {
    expect(created_at.getTime()).toBeLessThan(Date.parse('2026-11-21'))
    expect(data.email).toMatch(/^[a-z0-9.-]+@example\.org$/)
    if (seen === null) continue
    expect(seen.getTime()).toBeGreaterThanOrEqual(created_at.getTime())
    expect(seen.getTime()).toBeLessThan(Date.parse('2026-11-22'))
  }
  const states = new Set(
    moved.map(({ data, seen }) => `${data.role} ${data.isActive} ${seen !== null}`),
  )
  expect(states.size).toBeGreaterThanOrEqual(4)
  const list = await server.call('GET', '/users')
  expect(list.body.count).toBe(USERS + 1)
  const own = await server.call('GET', '/career-fields?search=falconry')
  expect(Object(own.body.careerFields)).toHaveLength(1)
  // Each accepts an edit as it is: the sample follows the schema.
  const [row] = list.body.users as Record<string, unknown>[]
  const one =
    (list.body.users as Record<string, unknown>[]).find(({ _id }) => _id !== server.adminId) ?? row
  expect((await server.call('PUT', `/users/${one?._id}`, { body: one })).status).toBe(200)
  expect(await query(server.connection, `select 1 from credentials`)).toHaveLength(1)
  await server.close()
})

test('a reset keeps the samples that were given a password, and what anybody else did', async () => {
  const connection = await createDatabase()
  const services = await openServices(connection, await readConfig({}), registry)
  const load = async (reset: boolean) => {
    const said: string[] = []
    const options = { today: new Date('2026-11-20'), reset, users: USERS }
    await loadDemo(connection, options, (line) => said.push(line))
    return said
  }
  await load(false)
  const [sample] = await query<{ id: string; email: string; missions: number }>(
    connection,
    `select u.id, u.data ->> 'email' as email, count(*) as missions
     from rec_users u join assignments a on a.user_id = u.id and a.kind = 'mission'
     group by u.id order by u.id offset 7 limit 1`,
  )
  // The only one who can sign in, and an admin.
  const { store, changes, insight } = services
  const wanted = { email: sample?.email, password: undefined }
  expect((await ensureAdmin(services, wanted)).isNew).toBe(true)
  const own = await changes.create(
    'users',
    {
      firstName: 'Uma',
      lastName: 'Own',
      email: 'own@example.org',
      password: 'three-blue-waymarks',
    },
    SYSTEM,
  )
  const [mission] = await query<{ id: string }>(
    connection,
    `select id from rec_missions where data ->> 'title' = 'Keep a field notebook for seven days'`,
  )
  await insight.facts.accept([
    {
      eventType: 'mission_assigned',
      id: randomUUID(),
      user: own.id,
      timestamp: '2026-11-19T09:00:00Z',
      mission: String(mission?.id),
    },
  ])
  expect(await insight.facts.rollUp()).toBe(1)
  const doingsOf = (id: string | undefined) =>
    query(connection, 'select * from events where user_id = $1 order by id', [id])
  const [kept, ownDoings] = [await doingsOf(sample?.id), await doingsOf(own.id)]

  const said = await load(true)
  expect(said).toContain(`Deleted ${USERS - 1} sample users.`)
  expect(said).toContain('Kept 1 sample users who have a password.')
  expect(said).toContain(`Added ${USERS - 1} sample users.`)
  expect((await store.credentials.activeIn('admin'))[0]?.email).toBe(sample?.email)
  expect(await query(connection, 'select 1 from rec_users')).toHaveLength(USERS + 1)
  const [tally] = await query(connection, `select ${liveRecords('users')} as live`)
  expect(tally).toEqual({ live: USERS + 1 })

  expect(await doingsOf(sample?.id)).toEqual(kept)
  expect(await doingsOf(own.id)).toEqual(ownDoings)
  const facts = await query(
    connection,
    `select a.user_id, count(*) as n, count(m.id) as there from assignments a
     left join rec_missions m on m.id = a.subject_id
     where a.kind = 'mission' and user_id = any($1) group by 1 order by 1`,
    [[sample?.id, own.id]],
  )
  // What they were given is still there to be looked at.
  expect(facts).toEqual(
    [
      { user_id: sample?.id, n: sample?.missions, there: sample?.missions },
      { user_id: own.id, n: 1, there: 1 },
    ].sort((one, other) => (String(one.user_id) < String(other.user_id) ? -1 : 1)),
  )
  // Nothing of those who went is left.
  const left = await query(
    connection,
    `select 1 from events e where not exists (select 1 from rec_users u where u.id = e.user_id)`,
  )
  expect(left).toEqual([])
  await store.close()
})

test('more events than the first users have are those of further ones, once', async () => {
  const connection = await createDatabase()
  const load = async (events: number) => {
    const options = { today: new Date('2026-11-20'), reset: false, users: 30, events }
    await loadDemo(connection, options, quiet)
    const [row] = await query<{ events: number; people: number }>(
      connection,
      'select count(*) as events, count(distinct user_id) as people from events',
    )
    return row
  }
  expect(await load(0)).toEqual({ events: 0, people: 0 })
  const once = await load(2000)
  expect(once?.events).toBeGreaterThanOrEqual(2000)
  expect(await load(2000)).toEqual(once)
})
