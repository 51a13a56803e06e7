import { expect, test } from 'vitest'
import { HttpError } from '#admin/providers/http-client.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { failed, savedByText } from './notices.ts'

const users = registry.find((one) => one.name === 'users') as Resource
const refused = (status: number, message = '') => new HttpError(status, { message })
const NO_ANSWER = 'The server did not respond. Your changes may or may not be saved.'

test.each([
  ['an edit, with words', refused(404, 'No such user.'), users, 'No such user.'],
  ['an edit, without', refused(404), users, 'This user no longer exists.'],
  ['an edit, another failure', refused(500), users, 'Failed.'],
  ['a create, with words', refused(404, 'No such place.'), undefined, 'No such place.'],
  ['a create, without', refused(404), undefined, 'Failed.'],
  ['no answer', refused(0), users, NO_ANSWER],
  [
    'a proxy in words',
    new HttpError(502, { message: 'Bad', outcome: 'unknown' }),
    users,
    NO_ANSWER,
  ],
  ['no error at all', undefined, users, 'Failed.'],
])('the server speaks first: %s', (_, error, stored, message) => {
  expect(failed(error, 'Failed.', stored)).toEqual({ type: 'error', description: 'Error', message })
})

test('author and time of another version; nothing if the refusal has neither', () => {
  const said = (changed?: { at: string; by?: string }) =>
    savedByText(users, new HttpError(412, { ...(changed && { changed }) }))
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
  expect(said({ by: 'Ada Lovelace', at: ago(125) })).toBe(
    'Ada Lovelace saved this user 2 minutes ago.',
  )
  // The server's clock may be ahead of ours.
  expect(said({ by: 'Ada', at: ago(-30) })).toBe('Ada saved this user just now.')
  expect([said({ at: ago(1) }), said({ by: 'Ada', at: 'soon' }), said()]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
