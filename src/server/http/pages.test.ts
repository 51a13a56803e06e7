import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { createPages } from './pages.ts'

test('a page that could not be filled is filled again for the next visitor', async () => {
  const clientDir = mkdtempSync(join(tmpdir(), 'waymark-pages-'))
  writeFileSync(join(clientDir, 'index.html'), '<input value="__FORM_STAMP__">')
  const stamp = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue('a-stamp')
  const pages = createPages({ clientDir, policy: () => '', publicUrl: undefined, stamp })
  const app = fastify()
  app.get('/', (request, reply) => pages.send(request, reply, 'index'))
  try {
    expect((await app.inject('/')).statusCode).toBe(500)
    expect((await app.inject('/')).body).toContain('a-stamp')
  } finally {
    await app.close()
    rmSync(clientDir, { recursive: true })
  }
})
