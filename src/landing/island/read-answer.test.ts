import { expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'

const failed = 'This could not be stored just now.'
const refused = (message: unknown, fields?: unknown) => ({
  error: { code: 'invalid', message, fields },
})

test('a stored post shows the server’s message', () => {
  expect(readAnswer(200, { message: 'It has arrived.' }, failed)).toEqual({
    done: 'It has arrived.',
  })
  const asked = { message: 'Open the link.', title: 'Check your email' }
  expect(readAnswer(200, asked, failed)).toEqual({ done: asked.message, title: asked.title })
})

test('a refusal has the server’s message and the invalid fields', () => {
  for (const status of [400, 413, 429]) {
    expect(readAnswer(status, refused('In ten minutes.'), failed)).toEqual({
      failure: 'In ten minutes.',
      fields: {},
    })
  }
  expect(readAnswer(400, refused('Not quite.', { email: 'No address.', x: 3 }), failed)).toEqual({
    failure: 'Not quite.',
    fields: { email: 'No address.' },
  })
})

test('an unknown answer is a failure, never a success', () => {
  const strange = [null, 'text', 7, [], {}, { message: '' }, { message: 7 }, { error: null }]
  for (const body of strange) expect(readAnswer(200, body, failed)).toEqual({ failure: failed })
  for (const status of [401, 404, 500, 502, 503]) {
    expect(readAnswer(status, refused('Not for visitors.'), failed)).toEqual({ failure: failed })
  }
  expect(readAnswer(400, refused(''), failed)).toEqual({ failure: failed })
  expect(readAnswer(400, refused('No.', 'none'), failed)).toMatchObject({ failure: 'No.' })
})
