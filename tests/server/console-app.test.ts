import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { createConsoleApp } from '#server/http/base.ts'

/** A console for another backend is served like the whole product, without a database. */

let app: FastifyInstance
const clientDir = mkdtempSync(join(tmpdir(), 'waymark-console-'))

beforeAll(async () => {
  for (const name of ['index', 'admin'])
    writeFileSync(
      join(clientDir, `${name}.html`),
      `<!doctype html><script nonce="__CSP_NONCE__"></script>${name} page`,
    )
  writeFileSync(join(clientDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  app = await createConsoleApp({
    config: { imageHosts: [], publicUrl: 'https://waymark.example.org', trustProxy: false },
    registry,
    logger: false,
    clientDir,
    apiOrigin: 'https://api.example.org',
  })
})

afterAll(async () => {
  await app.close()
  rmSync(clientDir, { recursive: true, force: true })
})

const get = (url: string, headers = {}) => app.inject({ url, headers })

test.each([
  ['/admin', 'admin page'],
  ['/admin/users/7', 'admin page'],
  ['/', 'index page'],
  ['/administrator', 'index page'],
])('%s is the %s, with the policy that lets it call its backend', async (path, words) => {
  const { statusCode, body, headers } = await get(path)
  expect([statusCode, body]).toEqual([200, expect.stringContaining(words)])
  expect(body).not.toContain('__CSP_NONCE__')
  expect(headers['content-security-policy']).toContain(
    "connect-src 'self' https://api.example.org;",
  )
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['strict-transport-security']).toBeDefined()
})

test('files are served, missing ones are 404, and there is no API', async () => {
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  expect((await get('/assets/old.js')).statusCode).toBe(404)
  expect((await get('/robots.txt')).body).toContain('Disallow: /admin/')
  const api = await get('/api/v1/users')
  expect([api.statusCode, api.json()]).toEqual([404, { error: expect.objectContaining({}) }])
  expect((await get('/admin', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
  expect((await get('/%ff')).statusCode).toBe(400)
})
