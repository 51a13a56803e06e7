import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { rebuildAlone } from '#server/analytics/rebuild.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { eventOf, sendEvents, subjectsOf, tell } from '../support/events.ts'
import { MESSAGE, post } from '../support/forms.ts'
import type { Values } from '../support/values.ts'

const log: string[] = []
let server: TestApp
beforeAll(async () => {
  server = await startApp({
    env: { FORM_POSTS_PER_ADDRESS: '1000' },
    onLog: (line) => log.push(line),
  })
})
afterAll(() => server.close())
beforeEach(() => {
  log.length = 0
})

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  query<Row>(server.connection, text, values)

/** Rows of all tables that hold one of these texts in any column. */
async function tracesOf(...texts: string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const pattern = texts.map((text) => text.toLowerCase()).join('|')
  // One statement, so that one connection is enough.
  const found = await sql<{ row: string }>(
    tables
      .map(
        ({ name }) => `select '${name}: ' || row_to_json(t)::text as row from ${name} t
          where lower(row_to_json(t)::text) ~ $1`,
      )
      .join(' union all '),
    [pattern],
  )
  return found.map(({ row }) => row)
}

/** The figures of all charts, without the time of the comparison. */
async function figures(): Promise<Record<string, unknown>> {
  const tabs = ['engagement', 'missions', 'protocols', 'growth']
  const answers = await Promise.all(
    tabs.map(async (tab) => {
      const { body } = await server.call('GET', `/analytics/${tab}?startDate=2026-01-01`)
      const { compared, ...rest } = Object(body.data)
      expect(compared, tab).toBeDefined()
      return [tab, rest]
    }),
  )
  return Object.fromEntries(answers)
}

const person = {
  firstName: 'Wilhelmina',
  lastName: 'Quartermain',
  email: 'w.quartermain@example.org',
  segment: 'graduate',
}
const WORDS = ['wilhelmina', 'quartermain', 'penelope', 'underhill']

describe('erasing a person', () => {
  test('leaves only the id in tables, log, lists, Activity and exports, and changes no figure', async () => {
    const who = await server.user(person)
    const subjects = { ...(await subjectsOf(server)), user: who.id }
    await tell(server, [
      eventOf(who.id, { eventType: 'user_signed_in' }),
      eventOf(who.id, { eventType: 'mission_assigned', mission: subjects.mission }),
      eventOf(who.id, { eventType: 'mission_completed', mission: subjects.mission }),
      eventOf(who.id, { eventType: 'protocol_enrolled', protocol: subjects.protocol }),
      eventOf(who.id, { eventType: 'mentor_assigned', mentor: subjects.mentor }),
      eventOf(who.id, { eventType: 'mentor_reviewed', mentor: subjects.mentor, rating: 5 }),
    ])
    // Two names in the history, and a failed sign-in in the log.
    const renamed = { firstName: 'Penelope', lastName: 'Underhill' }
    expect((await server.call('PUT', `/users/${who.id}`, { body: renamed })).status).toBe(200)
    await server.signIn(person.email, 'not-her-password')
    // The stored answer of this undo has the name.
    const bulk = async (segment: string) => {
      const asked = { resource: 'users', change: { action: 'update', values: { segment } } }
      const ids = { ids: [who.id, server.adminId] }
      const { digest, items } = (
        await server.call('POST', '/changes/plan', { body: { ...asked, ...ids } })
      ).body
      const body = {
        ...{ ...asked, digest },
        ids: (items as Values[]).map(({ id, version }) => `${id}@${version}`),
      }
      return server.call('POST', '/changes', { body })
    }
    const { id: many } = (await bulk('student')).body
    const later = { ...renamed, segment: 'graduate' }
    await server.call('PUT', `/users/${who.id}`, { body: later })
    const undone = await server.call('POST', `/changes/${many}/undo`, {
      body: {},
      headers: { 'idempotency-key': 'undone-once' },
    })
    expect(undone.body, undone.text).toMatchObject({ kept: [{ id: who.id }] })
    await server.call('GET', '/users?search=quartermain')
    expect((await tracesOf(...WORDS)).length).toBeGreaterThan(2)
    expect((await server.call('DELETE', `/users/${who.id}`)).status).toBe(204)
    const before = await figures()

    const erased = await server.call('DELETE', `/users/${who.id}/erase`)
    expect(erased.status, erased.text).toBe(204)
    const change = erased.headers['change-id']

    expect(await tracesOf(...WORDS)).toEqual([])
    expect(log.join('\n').toLowerCase()).not.toMatch(new RegExp(WORDS.join('|')))
    expect(log.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'user_erased', account: who.id, by: server.adminId }),
    )
    // Nothing is left under the id.
    for (const table of ['rec_users', 'rec_users_kept'])
      expect(await sql(`select 1 from ${table} where id = $1`, [who.id]), table).toEqual([])
    for (const table of ['credentials', 'sessions', 'devices'])
      expect(await sql(`select 1 from ${table} where user_id = $1`, [who.id]), table).toEqual([])
    // The history keeps only actions, times and authors.
    expect(
      await sql(
        'select action, data, fields, actor_id from history where record_id = $1 order by version',
        [who.id],
      ),
    ).toEqual(
      ['create', 'update', 'update', 'update', 'delete', 'erase'].map((action) => ({
        ...{ action, data: {}, actor_id: server.adminId },
        fields: action === 'erase' ? null : {},
      })),
    )
    expect(await sql('select id, actor_id from changes where id = $1', [change])).toEqual([
      { id: change, actor_id: server.adminId },
    ])
    expect(await sql('select counted_by from erased where record_id = $1', [who.id])).toEqual([
      { counted_by: {} },
    ])

    expect(await figures()).toEqual(before)
    await rebuildAlone(server.connection, { registry })
    expect(await figures(), 'counted anew').toEqual(before)

    const overview = await server.call('GET', '/admin/system-overview')
    expect(overview.text).toContain('Erased person')
    for (const type of ['users', 'assignments', 'events', 'all'])
      for (const format of ['csv', 'json']) {
        const file = await server.call(
          'GET',
          `/analytics/export?dataType=${type}&format=${format}&startDate=2026-01-01`,
        )
        expect(file.status, file.text).toBe(200)
        expect(file.text.toLowerCase(), type).not.toMatch(new RegExp(WORDS.join('|')))
      }
    const activity = await server.call('GET', '/changes?limit=100')
    expect(activity.text).toContain('Erased person')
    expect(activity.text.toLowerCase()).not.toMatch(new RegExp(WORDS.join('|')))
    const back = await server.call('POST', `/changes/${change}/undo`, { body: {} })
    expect(back.body, back.text).toMatchObject({
      takenBack: [],
      refused: [{ id: who.id, reason: 'This user was erased permanently.' }],
    })
    for (const search of WORDS)
      expect((await server.call('GET', `/users?search=${search}`)).body.users).toEqual([])
    expect((await server.call('GET', `/users/${who.id}`)).status).toBe(404)
    expect((await server.signIn(person.email)).status).toBe(401)
  })

  test('removes the name from the answers to changes of others', async () => {
    const other = await server.user({ firstName: 'Ottilie', lastName: 'Vanished', role: 'admin' })
    const field = await server.call('POST', '/career-fields', { body: { name: 'Fencing' } })
    const at = `/career-fields/${field.body._id}`
    const first = await server.call('PUT', at, { body: { name: 'Foil' } })
    await server.call('PUT', at, { body: { name: 'Sabre' }, token: other.token })
    await server.call('PUT', at, { body: { description: 'Swords' } })
    const update = (resource: string, id: unknown, version: number, values: object) => ({
      ...{ resource, action: 'update', id, version, values },
    })
    // One item conflicts with the other admin's change, one does not.
    const { version } = (await server.call('GET', `/users/${server.adminId}`)).body
    const items = [
      update('career-fields', field.body._id, 2, { name: 'Épée' }),
      update('users', server.adminId, Number(version), { segment: 'graduate' }),
    ]
    const { digest } = (await server.call('POST', '/changes/plan', { body: { items } })).body
    const apply = () =>
      server.call('POST', '/changes', {
        body: { items, digest },
        headers: { 'idempotency-key': 'clashed-once' },
      })
    const undo = () =>
      server.call('POST', `/changes/${first.headers['change-id']}/undo`, { body: { plan: true } })
    expect((await apply()).body.clashed).toMatchObject([{ by: 'Ottilie Vanished' }])
    expect((await apply()).body.clashed).toMatchObject([{ by: 'Ottilie Vanished' }])
    expect((await undo()).body.kept).toMatchObject([{ by: 'Ottilie Vanished' }])
    expect((await server.call('DELETE', `/users/${other.id}/erase`)).status).toBe(204)
    expect(await tracesOf('ottilie', 'vanished')).toEqual([])
    const repeated = await apply()
    expect(repeated.body.clashed, repeated.text).toMatchObject([{ id: field.body._id }])
    expect(repeated.text + (await undo()).text).not.toContain('Vanished')
  })

  test('can be repeated; later events of the id count, and the email is free', async () => {
    const who = await server.user(person)
    const first = await server.call('DELETE', `/users/${who.id}/erase`)
    const again = await server.call('DELETE', `/users/${who.id}/erase`)
    expect([first.status, again.status]).toEqual([204, 204])
    expect(again.headers['change-id']).toBe(first.headers['change-id'])
    expect(
      await sql(`select 1 from history where record_id = $1 and action = 'erase'`, [who.id]),
    ).toHaveLength(1)
    const late = [eventOf(who.id, { eventType: 'user_signed_in' })]
    expect((await sendEvents(server, late)).status).toBe(202)
    await server.insight.facts.rollUp()
    expect(await sql('select 1 from rec_users_kept where id = $1', [who.id])).toEqual([])
    const next = await server.user(person)
    expect(next.id).not.toBe(who.id)
    await server.call('DELETE', `/users/${next.id}/erase`)
  })

  test('needs an admin, and erases neither oneself nor the last admin', async () => {
    const small = await startApp({ env: { CONSOLE_ROLES: 'support' } })
    const { call, adminId } = small
    const own = await call('DELETE', `/users/${adminId}/erase`)
    expect([own.status, Object(own.body.error).message]).toEqual([
      409,
      'You cannot delete your own account.',
    ])
    const plain = await small.user()
    const helper = await small.user({ role: 'support' })
    await post(small, 'contact', MESSAGE)
    const [letter] = (await call('GET', '/messages')).body.messages as Values[]
    const at = `/messages/${letter?._id}`
    const erase = async (token: string) => (await call('DELETE', `${at}/erase`, { token })).status
    expect([await erase(''), await erase(plain.token), await erase(helper.token)]).toEqual([
      ...[401, 403, 403],
    ])
    // Deleting is allowed: it can be undone.
    expect((await call('DELETE', at, { token: helper.token })).status).toBe(204)
    expect(await erase(helper.token)).toBe(403)

    // Changes of an erased admin stay, without the name.
    const { token, id } = await small.user({ role: 'admin', firstName: 'Second' })
    expect((await call('DELETE', `/users/${adminId}/erase`, { token })).status).toBe(204)
    expect((await call('DELETE', `/users/${id}/erase`, { token })).status).toBe(409)
    const { recentActivity } = (await call('GET', '/admin/system-overview', { token })).body
    expect(JSON.stringify(recentActivity)).not.toContain('Ada')
    expect(JSON.stringify(recentActivity)).toContain('Erased person')
    await small.close()
  })
})

test('an erased mission still counts by difficulty and type, also after a rebuild', async () => {
  const who = await server.user()
  const { mission } = await subjectsOf(server)
  await tell(server, [
    eventOf(who.id, { eventType: 'mission_assigned', mission }),
    eventOf(who.id, { eventType: 'mission_completed', mission }),
  ])
  const before = await figures()
  expect((await server.call('DELETE', `/missions/templates/${mission}/erase`)).status).toBe(204)
  expect(await figures()).toEqual(before)
  await rebuildAlone(server.connection, { registry })
  expect(await figures()).toEqual(before)
  const [left] = await sql<{ counted_by: Values }>(
    'select counted_by from erased where record_id = $1',
    [mission],
  )
  expect(Object.keys(left?.counted_by ?? {}).sort()).toEqual(['difficulty', 'type'])
})
