import { expect, test } from 'vitest'
import { siteOf } from './site.ts'

const at = (origin: string, page?: string) => {
  const { host, protocol } = new URL(origin)
  const headers = page === undefined ? {} : { origin: page }
  return { host, headers, protocol: protocol === 'https:' ? ('https' as const) : ('http' as const) }
}

test('a passkey is for PUBLIC_URL, for a console of another origin that may call, or for the host that was called', () => {
  const here = { publicUrl: undefined, corsOrigins: [] }
  expect(siteOf(at('http://localhost:3000'), here)).toEqual({
    rpId: 'localhost',
    origin: 'http://localhost:3000',
  })
  const told = {
    publicUrl: 'https://way.example.org',
    corsOrigins: ['https://admin.example.org'],
  }
  const way = { rpId: 'way.example.org', origin: 'https://way.example.org' }
  expect(siteOf(at('http://10.0.0.1:3000'), told)).toEqual(way)
  expect(siteOf(at('http://10.0.0.1:3000', 'https://evil.example'), told)).toEqual(way)
  expect(siteOf(at('https://way.example.org', 'https://admin.example.org'), told)).toEqual({
    rpId: 'admin.example.org',
    origin: 'https://admin.example.org',
  })
})

test('where browsers know no passkeys there is no site', () => {
  const here = { publicUrl: undefined, corsOrigins: [] }
  for (const origin of ['http://127.0.0.1:3000', 'https://[::1]:3000', 'http://way.example.org'])
    expect(siteOf(at(origin), here), origin).toBeUndefined()
})
