import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { FORM_PAGES } from '#contract/pages.ts'
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
    // A build, which a busy machine takes its time for.
  }, 60_000)

  test('is finished HTML with its style inside', () => {
    expect(html).toContain('<h1')
    expect(html).not.toContain('<!--landing')
    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(html).not.toContain('nonce')
    expect(html).not.toContain('@import')
  })

  test('preloads the font the style asks for', () => {
    const fonts = files.flatMap((file) =>
      file.fileName.endsWith('.woff2') && file.type === 'asset' ? file : [],
    )
    const light = fonts.find(({ fileName }) => fileName.includes('inter-page'))
    expect(html.split(`/${light?.fileName}`)).toHaveLength(3)
    expect(light?.source.length).toBeLessThan(20_000)
    expect(fonts).toHaveLength(2)
  })

  test('is written in the characters that its font has', () => {
    const [, range = ''] = /unicode-range:([^;}]+)/.exec(html) ?? []
    const spans = range.split(',').map((span) => {
      const [first = '', last = first] = span.replace('U+', '').split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
    })
    const text = html.replace(/<(style|script)\b.*?<\/\1>|\s/gs, '')
    const strange = [...new Set(text)].filter((character) => {
      const code = character.codePointAt(0) ?? 0
      return !spans.some(([first, last]) => code >= first && code <= last)
    })
    expect(strange).toEqual([])
  })

  test('has the pages of forms beside it, in the same frame and style', () => {
    const style = /<style.*?<\/style>/s.exec(html)?.[0] ?? 'no style'
    for (const name of Object.keys(FORM_PAGES)) {
      const page = files.find(({ fileName }) => fileName === `${name}.html`)
      const text = page?.type === 'asset' ? String(page.source) : ''
      expect(text).toContain(style)
      expect(text).toContain('<meta name="robots" content="noindex"/>')
      expect(text.match(/<h1[ >]/g), name).toHaveLength(1)
      expect(text.includes('__FORM_STAMP__'), name).toBe(name.endsWith('-again'))
    }
  })

  test('holds its whole script, without React and within its bytes', () => {
    expect(files.filter(({ type }) => type === 'chunk')).toEqual([])
    expect(html).not.toMatch(/<script[^>]* src=/)
    const scripts = [...html.matchAll(/<script(?! type="application)[^>]*>(.*?)<\/script>/gs)]
    const code = scripts.map(([, text]) => text).join('\n')
    expect(scripts).toHaveLength(2)
    expect(code).toContain('IntersectionObserver')
    expect(code).not.toMatch(/react|jsx/i)
    expect(brotliCompressSync(code).length).toBeLessThanOrEqual(6000)
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(40_000)
  })
})
