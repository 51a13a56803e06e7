import { expect, test } from 'vitest'
import { mailtoLink, replyLink } from './mailto.ts'

test.each([
  ['amara@example.org', 'mailto:amara@example.org'],
  ['a+b@example.org', 'mailto:a%2Bb@example.org'],
  ['a@example.org?bcc=all@example.org', 'mailto:a@example.org%3Fbcc%3Dall@example.org'],
  ['a@example.org\nBcc: b', 'mailto:a@example.org%0ABcc%3A%20b'],
  ['a\ud800@example.org', 'mailto:a%EF%BF%BD@example.org'],
  ['\udc00', 'mailto:%EF%BF%BD'],
  ['😀@example.org', 'mailto:%F0%9F%98%80@example.org'],
])('a letter to %j opens as %s', (address, link) => {
  expect(mailtoLink(address)).toBe(link)
})

const letter = {
  address: 'amara@example.org',
  subject: 'Thirty & more?',
  text: 'Good morning,\n\nmay we?',
  name: 'Amara',
  at: '2026-11-20T08:00:00.000Z',
}
const parts = (link: string) => {
  const url = new URL(link)
  return { to: url.pathname, ...Object.fromEntries(url.searchParams) }
}

test('a reply repeats the subject and quotes the message', () => {
  const { to, subject, body, ...others } = parts(replyLink(letter)) as Record<string, string>
  expect([to, subject]).toEqual(['amara@example.org', 'Re: Thirty & more?'])
  expect(body?.split('\r\n').slice(3)).toEqual(['> Good morning,', '> ', '> may we?'])
  expect(body).toMatch(/\r\n\r\nOn Nov 20, 2026, \d\d:\d\d, Amara wrote:/)
  expect(others).toEqual({})
})

test('no text of a message can add headers to a reply', () => {
  const link = replyLink({
    ...letter,
    subject: 'RE: one\r\nBcc: all@example.org',
    text: 'a&bcc=all@example.org\n#b\ud800',
    address: 'a@example.org?cc=b@example.org',
    at: '',
  })
  const { to, subject, body, ...others } = parts(link) as Record<string, string>
  expect(to).toBe('a@example.org%3Fcc=b@example.org'.replace('=', '%3D'))
  expect(subject).toBe('RE: one Bcc: all@example.org')
  expect(body).toContain('Amara wrote:\r\n> a&bcc=all@example.org\r\n> #b')
  expect(others).toEqual({})
})

test('a long message is quoted up to the length of a link', () => {
  for (const text of ['word '.repeat(1000), 'длинное слово '.repeat(300), '😀'.repeat(2000)]) {
    const link = replyLink({ ...letter, text })
    expect(link.length).toBeLessThanOrEqual(1900)
    expect(link.length).toBeGreaterThan(1200)
    expect(new URL(link).searchParams.get('body')).toMatch(/…$/)
  }
})
