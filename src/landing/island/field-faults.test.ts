import { expect, test } from 'vitest'
import { faultOf } from './field-faults.ts'

const field = (value: string, type = 'text', required = true) => ({ value, type, required })

test('a required field needs more than spaces, an optional one nothing', () => {
  expect(faultOf(field(''))).toBe('missing')
  expect(faultOf(field(' \n '))).toBe('missing')
  expect(faultOf(field('Ada'))).toBeUndefined()
  expect(faultOf(field('', 'select-one', false))).toBeUndefined()
})

test('an address needs a name, an at sign and a whole domain', () => {
  for (const good of ['ada@example.org', 'a.b+c@mail.example.co.uk', ' ada@example.org ']) {
    expect(faultOf(field(good, 'email')), good).toBeUndefined()
  }
  for (const bad of ['ada', 'ada@', '@example.org', 'ada@example', 'a b@example.org', 'a@b.']) {
    expect(faultOf(field(bad, 'email')), bad).toBe('bademail')
  }
})
