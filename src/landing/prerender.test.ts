import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { prerenderLanding } from './prerender.ts'

describe('the built landing page', () => {
  let files: Rolldown.OutputBundle[string][] = []
  let html = ''
  beforeAll(async () => {
    const result = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [prerenderLanding()],
      build: { write: false, modulePreload: { polyfill: false } },
    })
    files = 'output' in result ? result.output : []
    const page = files.find(({ fileName }) => fileName === 'index.html')
    html = page?.type === 'asset' ? String(page.source) : ''
  })

  test('is finished HTML with its style inside', () => {
    expect(html).toContain('<h1')
    expect(html).not.toContain('<!--landing')
    expect(html.match(/<style nonce="__CSP_NONCE__">/g)).toHaveLength(1)
    expect(html).not.toContain('@import')
  })

  test('preloads the font the style asks for', () => {
    const font = files.find(({ fileName }) => fileName.endsWith('.woff2'))?.fileName
    expect(html.split(`/${font}`)).toHaveLength(3)
  })

  test('ships a script of its own without React, within its bytes', () => {
    const scripts = files.flatMap((file) => (file.type === 'chunk' ? file.code : []))
    expect(scripts).toHaveLength(1)
    expect(scripts.join()).not.toMatch(/react|jsx/i)
    expect(brotliCompressSync(scripts.join()).length).toBeLessThanOrEqual(6000)
    expect(brotliCompressSync(html + scripts.join()).length).toBeLessThanOrEqual(40_000)
  })
})
