import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type MadeToken, TOKENS_PATH, type Token } from '#contract/tokens.ts'
import { createBackground } from '#server/ops/jobs.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { eventOf, sendEvents } from '../support/events.ts'
import { castOf, randomEvents } from '../support/random-events.ts'
import { expectRight } from '../support/rolled-up.ts'

const CAST = castOf({ users: 15 })

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

async function makeToken(name: string): Promise<MadeToken> {
  const body = { name, scopes: [{ resource: 'events', actions: ['send'] }] }
  return (await server.call('POST', TOKENS_PATH, { body })).body as unknown as MadeToken
}
const one = async (id: string): Promise<Token> =>
  Object((await server.call('GET', TOKENS_PATH)).body).tokens.find(
    (token: Token) => token.id === id,
  )
const countOf = async (id: string) =>
  (
    await query<{ n: number }>(
      server.connection,
      `select (select count(*) from events where token_id = $1)
        + (select count(*) from event_batches where token_id = $1) as n`,
      [id],
    )
  )[0]?.n
const askBack = (id: string) => server.call('POST', `${TOKENS_PATH}/${id}/take-back`)

test('the events of a token are removed while others send, and every figure equals a recount', async () => {
  const { facts } = server.insight
  const [good, bad] = [await makeToken('Backend'), await makeToken('Stolen')]
  const events = randomEvents(7, 1200, CAST)
  for (let at = 0; at < 1000; at += 50)
    await facts.accept(events.slice(at, at + 50), at % 100 === 0 ? good.id : bad.id)
  await facts.rollUp()
  expect([(await one(good.id)).events, (await one(bad.id)).events]).toEqual([500, 500])
  // This batch is still in the queue.
  await facts.accept(events.slice(1000, 1050), bad.id)

  expect((await askBack(bad.id)).status).toBe(409)
  await server.call('DELETE', `${TOKENS_PATH}/${bad.id}`)
  expect((await askBack(bad.id)).body.takenBack).toMatchObject({ doneAt: null, events: 0 })

  // Interrupted while it waits for the roll-up.
  const held = await server.store.rolling.connect()
  await held.query('begin')
  await held.query("select from marks where name = 'reporting-zone' for update")
  const broken = facts.takeBack().then(
    () => 'done',
    () => 'broken off',
  )
  await vi.waitFor(async () => {
    const ended = await query(
      server.connection,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(ended.length).toBeGreaterThan(0)
  }, 30_000)
  expect(await broken).toBe('broken off')
  await held.query('rollback')
  held.release()
  expect((await one(bad.id)).takenBack).toMatchObject({ doneAt: null })

  const background = createBackground(() => undefined)
  facts.start(background)
  for (let at = 1050; at < 1200; at += 50) await facts.accept(events.slice(at, at + 50), good.id)
  // This batch was accepted before the token was revoked.
  await facts.accept(
    [eventOf(server.adminId, { eventType: 'feature_used', feature: 'Map' })],
    bad.id,
  )
  await vi.waitFor(async () => expect((await one(bad.id)).takenBack?.doneAt).not.toBeNull(), {
    timeout: 30_000,
  })
  await background.stop(10_000)
  await facts.rollUp()
  expect(await one(bad.id)).toMatchObject({ events: 0, takenBack: { events: 500 } })
  expect((await one(good.id)).events).toBe(650)
  expect(await countOf(bad.id)).toBe(0)
  await expectRight(server)
  // A second request changes nothing.
  expect((await askBack(bad.id)).status).toBe(202)
  expect(await facts.takeBack()).toBe(false)
})

test('a last login is reset to the last session', async () => {
  const token = await makeToken('Ahead')
  const { id, token: secret } = token
  const learner = await server.user({ email: 'ahead@example.org' })
  const read = async () => (await server.call('GET', `/users/${learner.id}`)).body.lastLogin
  const before = await read()
  const timestamp = new Date(Date.now() + 30_000).toISOString()
  const sent = await sendEvents(
    server,
    [eventOf(learner.id, { eventType: 'user_signed_in', timestamp })],
    { token: secret },
  )
  expect(sent.status).toBe(202)
  await server.insight.facts.rollUp()
  expect(await read()).not.toBe(before)
  await server.call('DELETE', `${TOKENS_PATH}/${id}`)
  await askBack(id)
  expect(await server.insight.facts.takeBack()).toBe(true)
  expect((await one(id)).takenBack).toMatchObject({ events: 1 })
  expect(String(await read()).slice(0, 19)).toBe(String(before).slice(0, 19))
})
