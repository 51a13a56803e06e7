import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

let server: TestApp
let clientDir: string
beforeAll(async () => {
  clientDir = mkdtempSync(join(tmpdir(), 'waymark-pages-'))
  const write = (path: string, text: string | Buffer) => writeFileSync(join(clientDir, path), text)
  mkdirSync(join(clientDir, 'assets'))
  mkdirSync(join(clientDir, '.vite'))
  write('index.html', '<head><title>landing</title><style nonce="__CSP_NONCE__"></style></head>')
  write('admin.html', '<title>console</title><script nonce="__CSP_NONCE__"></script>')
  write('favicon.svg', '<svg/>')
  write('.vite/manifest.json', '{}')
  write('assets/app-1a2b3c.js', 'export {}')
  write('assets/app-1a2b3c.js.br', brotliCompressSync('export {}'))
  server = await startApp({ clientDir })
})
afterAll(async () => {
  await server.close()
  rmSync(clientDir, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers })

describe('an address leads to its page', () => {
  test.each(['/admin', '/admin/users', '/admin/users?page=2'])(
    '%s is the console',
    async (path) => {
      const answer = await get(path)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('console')
    },
  )

  test.each(['/', '/administrator', '/index.html', '/adminx/users', '/assetsx'])(
    '%s is the landing page',
    async (path) => {
      const answer = await get(path)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('landing')
    },
  )

  test.each(['/api', '/api/v2/users', '/api/v1'])('%s is 404 and no page', async (path) => {
    const answer = await get(path)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toContain('application/json')
  })

  test.each([
    '/.vite/manifest.json',
    '/%2e%2e/package.json',
    '/..%2f..%2fetc%2fpasswd',
    '/.git/config',
    '/assets/app-1a2b3c.js.br',
  ])('%s does not expose a file', async (path) => {
    const answer = await get(path)
    expect(answer.body).not.toMatch(/^\{\}|root:|"name"/)
    expect(answer.headers['content-type']).not.toContain('octet-stream')
  })
})

test('each console page has a new nonce in policy and page, and is not cached', async () => {
  const seen = new Set<string>()
  for (const path of ['/admin', '/admin', '/admin/users']) {
    const { headers, body } = await get(path)
    const [, nonce = ''] =
      /script-src 'self' 'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? []
    expect(body).toContain(`nonce="${nonce}"`)
    expect(body).not.toContain('__CSP_NONCE__')
    expect(headers['cache-control']).toBe('no-store')
    seen.add(nonce)
  }
  expect(seen.size).toBe(3)
})

test('pages and files are compressed for clients that accept it', async () => {
  const page = await get('/admin', { 'accept-encoding': 'gzip, br' })
  expect(page.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(page.rawPayload).toString()).toContain('console')
  const file = await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'br' })
  expect(file.headers['content-encoding']).toBe('br')
  expect(file.headers['content-type']).toContain('javascript')
  expect((await get('/assets/app-1a2b3c.js')).body).toBe('export {}')
})

test('hashed files are cached forever, others for an hour', async () => {
  const hashed = await get('/assets/app-1a2b3c.js')
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const other = await get('/favicon.svg')
  expect(other.headers['cache-control']).toBe('public, max-age=3600')
  expect(other.headers['content-type']).toContain('image/svg+xml')
})

test('a new build is served without a restart', async () => {
  writeFileSync(join(clientDir, 'index.html'), '<title>landing of the next build</title>')
  expect((await get('/')).body).toContain('next build')
})
