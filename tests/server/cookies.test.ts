import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN, startApp, type TestApp } from '../support/app.ts'

const PROXY = '10.9.0.1'
let server: TestApp
beforeAll(async () => {
  server = await startApp({ env: { TRUST_PROXY: PROXY } })
})
afterAll(() => server.close())

/** Signs in by TLS, as a proxy says that it was. */
const signIn = async (cookie = '') => {
  const headers = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https', cookie }
  const answer = await server.signIn(ADMIN.email, undefined, { from: PROXY, headers })
  return String(answer.headers['set-cookie'])
}

test('by TLS a cookie is of this host alone, and one that another host planted is not read', async () => {
  const cookie = await signIn()
  expect(cookie).toMatch(
    /^__Host-sign-in-device=[\w-]{43}; Path=\/; Secure; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  )
  const [own = ''] = cookie.split(';')
  const again = await signIn(`sign-in-device=${'A'.repeat(43)}; ${own}`)
  expect(again.split(';')[0]).toBe(own)
})
