import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { FORM_PAGES } from '#contract/pages.ts'

/** What `npm run build` has made: the gate builds before it tests. */
const BUILT = 'dist/client'
const read = (name: string) => readFileSync(join(BUILT, name), 'utf8')

describe('the built landing page', () => {
  let html = ''
  beforeAll(() => {
    html = read('index.html')
  })

  test('is finished HTML with its style inside', () => {
    expect(html).toContain('<h1')
    expect(html).not.toContain('<!--landing')
    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(html).not.toContain('nonce')
    expect(html).not.toContain('@import')
  })

  test('preloads the font the style asks for', () => {
    const fonts = [...html.matchAll(/[^"'(]+\.woff2/g)].map(([address]) => address)
    const light = fonts.find((address) => address.includes('inter-page')) ?? 'no font'
    expect(html).toContain(`<link rel="preload" href="${light}"`)
    expect(fonts.filter((address) => address === light)).toHaveLength(2)
    expect(statSync(join(BUILT, light)).size).toBeLessThan(20_000)
    expect(new Set(fonts).size).toBe(2)
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
      const text = read(`${name}.html`)
      expect(text).toContain(style)
      expect(text).toContain('<meta name="robots" content="noindex"/>')
      expect(text.match(/<h1[ >]/g), name).toHaveLength(1)
      expect(text.includes('__FORM_STAMP__'), name).toBe(name.endsWith('-again'))
    }
  })

  test('holds its whole script, without React and within its bytes', () => {
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
