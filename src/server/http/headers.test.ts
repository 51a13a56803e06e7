import { expect, test } from 'vitest'
import { pagePolicy } from './headers.ts'

test('the policy of a page allows what the configuration names, and nothing else', () => {
  const policy = pagePolicy({
    imageHosts: ['*.example.org'],
    apiOrigin: 'https://api.example.org',
    isHttps: false,
  })
  expect(policy("'nonce-abc'").split('; ')).toEqual([
    "default-src 'self'",
    "script-src 'self' 'nonce-abc'",
    "style-src 'self' 'nonce-abc'",
    "img-src 'self' data: https://*.example.org",
    "font-src 'self'",
    "connect-src 'self' https://api.example.org",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self' https://api.example.org",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ])
})
