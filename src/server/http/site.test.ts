import { expect, test } from 'vitest'
import { createSites } from './site.ts'

const at = (origin: string, page?: string) => {
  const { host, protocol } = new URL(origin)
  const headers = page === undefined ? {} : { origin: page }
  return { host, headers, protocol: protocol === 'https:' ? ('https' as const) : ('http' as const) }
}

test('a passkey is for PUBLIC_URL, for a console of another origin that may call, or for the host that was called', () => {
  const here = createSites({ publicUrl: undefined, corsOrigins: [] })
  expect(here(at('http://localhost:3000'))).toEqual({
    rpId: 'localhost',
    origin: 'http://localhost:3000',
  })
  const told = createSites({
    publicUrl: 'https://way.example.org',
    corsOrigins: ['https://admin.example.org'],
  })
  const way = { rpId: 'way.example.org', origin: 'https://way.example.org' }
  expect(told(at('http://10.0.0.1:3000'))).toEqual(way)
  expect(told(at('http://10.0.0.1:3000', 'https://evil.example'))).toEqual(way)
  expect(told(at('https://way.example.org', 'https://admin.example.org'))).toEqual({
    rpId: 'admin.example.org',
    origin: 'https://admin.example.org',
  })
})

test('where browsers know no passkeys there is no site', () => {
  const here = createSites({ publicUrl: undefined, corsOrigins: [] })
  for (const origin of ['http://127.0.0.1:3000', 'https://[::1]:3000', 'http://way.example.org'])
    expect(here(at(origin)), origin).toBeUndefined()
})
