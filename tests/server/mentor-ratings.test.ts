import { afterAll, beforeAll, expect, test } from 'vitest'
import { query, startApp, type TestApp } from '../support/app.ts'
import { catalogueOf, MENTORS, mentorOf } from '../support/catalogue.ts'
import { eventOf, tell } from '../support/events.ts'
import type { Values } from '../support/values.ts'

let server: TestApp
let careerFields: string[]
let people: string[]
beforeAll(async () => {
  server = await startApp()
  careerFields = [await catalogueOf(server).addField('Cartography')]
  people = []
  for (const _ of [1, 2, 3]) people.push((await server.user()).id)
})
afterAll(() => server.close())

const add = (more: object = {}) =>
  catalogueOf(server).add(MENTORS, mentorOf({ careerFields, ...more }))
const review = (mentor: Values, stars: readonly number[]) =>
  tell(
    server,
    stars.map((rating, index) =>
      eventOf(people[index] ?? '', {
        eventType: 'mentor_reviewed',
        mentor: String(mentor._id),
        rating,
      }),
    ),
  )
const read = async ({ _id }: Values) => (await server.call('GET', `${MENTORS}/${_id}`)).body
const put = (mentor: Values, body: object, headers = {}) =>
  server.call('PUT', `${MENTORS}/${mentor._id}`, { body, headers })
const storedRating = async ({ _id }: Values) =>
  (
    await query<{ rating: unknown }>(
      server.connection,
      `select data -> 'rating' as rating from rec_mentors where id = $1`,
      [_id],
    )
  )[0]?.rating

test('the mean of the reviews is shown instead of the stored rating', async () => {
  const mentor = await add({ rating: 2.5 })
  expect(await read(mentor)).toMatchObject({ rating: 2.5, reviewCount: 0, version: 1 })
  await review(mentor, [5, 4, 4])
  const shown = await read(mentor)
  expect(shown).toEqual({ ...mentor, rating: 4.3, reviewCount: 3 })
  const list = (await server.call('GET', MENTORS)).body.mentors as Values[]
  expect(list.find(({ _id }) => _id === mentor._id)).toEqual(shown)
  expect(await storedRating(mentor)).toBe(2.5)
})

test('saving a mentor as it was read does not overwrite the stored rating', async () => {
  const mentor = await add({ rating: 3 })
  await review(mentor, [1, 2])
  const shown = await read(mentor)
  const saved = await put(mentor, { ...shown, bio: 'Another.' }, { 'if-match': '"1"' })
  expect([saved.status, saved.body]).toEqual([
    200,
    {
      ...shown,
      bio: 'Another.',
      version: 2,
      updatedAt: saved.body.updatedAt,
    },
  ])
  expect(await storedRating(mentor)).toBe(3)
  // With reviews an admin's rating is not stored either.
  expect((await put(mentor, { rating: 5 })).body).toMatchObject({ rating: 1.5, reviewCount: 2 })
  expect(await storedRating(mentor)).toBe(3)
  const stale = await put(mentor, { bio: 'Late' }, { 'if-match': '"1"' })
  expect([stale.status, Object(stale.body.error).current]).toMatchObject([
    412,
    { rating: 1.5, reviewCount: 2 },
  ])
  expect((await put(mentor, { rating: 6 })).status).toBe(400)
})
