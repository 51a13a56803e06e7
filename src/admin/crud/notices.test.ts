import { expect, test } from 'vitest'
import { HttpError } from '#admin/http/http.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { failed } from './notices.ts'

const users = registry.find((one) => one.name === 'users') as Resource
const refused = (status: number, message = '') => new HttpError(status, { message })
const NO_ANSWER = 'The server gave no answer. It is not known whether this was saved.'

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
])('USER-07 CF-03 the server speaks first: %s', (_, error, stored, message) => {
  expect(failed(error, 'Failed.', stored)).toEqual({ type: 'error', description: 'Error', message })
})
