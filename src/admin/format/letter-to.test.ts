import { expect, test } from 'vitest'
import { letterTo } from './letter-to.ts'

test.each([
  ['amara@example.org', 'mailto:amara@example.org'],
  ['a+b@example.org', 'mailto:a%2Bb@example.org'],
  ['a@example.org?bcc=all@example.org', 'mailto:a@example.org%3Fbcc%3Dall@example.org'],
  ['a@example.org\nBcc: b', 'mailto:a@example.org%0ABcc%3A%20b'],
  ['a\ud800@example.org', 'mailto:a%EF%BF%BD@example.org'],
  ['\udc00', 'mailto:%EF%BF%BD'],
  ['😀@example.org', 'mailto:%F0%9F%98%80@example.org'],
])('WIRE-02 a letter to %j opens as %s', (address, link) => {
  expect(letterTo(address)).toBe(link)
})
