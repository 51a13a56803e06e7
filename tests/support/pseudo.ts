import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { build, type Plugin } from 'vite'
import { API_BASE } from '#contract/api.ts'
import type { Field } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { registry } from '#resources/index.ts'
import { wordingIn } from '../fixtures/pseudo/language.ts'
import { serverAnswer } from './browser.ts'

const LANGUAGE = 'tests/fixtures/pseudo/language.ts'

/** The language of tests in the place of the console's own, and its direction. */
const otherLanguage: Plugin = {
  name: 'other-language',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/src/admin/format/language.ts') ? readFileSync(LANGUAGE, 'utf8') : undefined,
  transformIndexHtml: (html) => html.replace('<html lang="en">', '<html lang="ar" dir="rtl">'),
}

/** What the console says there for an English text without anything put in. */
export const said = (english: string): string => {
  const wording = wordingIn(english)
  return typeof wording === 'object' ? wording.other : english
}

/** Builds the console in the language of tests. Gives its folder and what takes it away again. */
export async function buildPseudo(): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-pseudo-'))
  await build({
    plugins: [otherLanguage],
    logLevel: 'error',
    mode: 'production',
    build: { outDir: folder, emptyOutDir: true, minify: false },
  })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Where records are, of which the console knows by their declarations alone. */
const records = registry.flatMap(({ hasOwnPage, api }) => (hasOwnPage ? [] : [api.path]))

/** Serves that console at the product's own address, with its API, whose records speak another alphabet. */
export async function servePseudo(page: Page, folder: string): Promise<void> {
  await page.route(
    ({ pathname }) => /^\/(admin|assets)(\/|$)/.test(pathname),
    (route) => {
      const { pathname } = new URL(route.request().url())
      return route.fulfill({ path: join(folder, extname(pathname) ? pathname : 'admin.html') })
    },
  )
  await page.route(`**${API_BASE}/**`, async (route) => {
    const response = await serverAnswer(route)
    const isJson = response.headers()['content-type']?.includes('json')
    if (!(isJson && response.ok())) return route.fulfill({ response })
    const { pathname } = new URL(route.request().url())
    const isRecord = records.some((path) => pathname.startsWith(`${API_BASE}${path}`))
    return route.fulfill({ response, json: foreign(await response.json(), isRecord) })
  })
}

const GREEK = [...'αβγδεζηθικλμνξοπρστυφχψωςά']

/** The values that declarations offer: the console has words for them. */
const offered = new Set(
  registry.flatMap(({ fields, columns, create, row }) =>
    [create, row].flatMap((schema) =>
      [...pathsOf(fields), ...columns.flatMap((one) => ('path' in one ? [one.path] : []))].flatMap(
        (path) => describe(schema, path)?.choices?.map(({ value }) => String(value)) ?? [],
      ),
    ),
  ),
)

function pathsOf(fields: readonly Field[]): string[] {
  return fields.flatMap((field) =>
    field.kind === 'list'
      ? pathsOf(field.fields).map((path) => `${field.path}.0.${path}`)
      : [field.path],
  )
}

/** What programs say to each other, beside what people wrote. */
const CODES = new Set(['action', 'kind', 'part', 'resource', 'role', 'state', 'via', 'version'])

/** Addresses, ids, times, colours and numbers. */
const ADDRESS = /^(\S+@\S+|https?:\S+|[\da-f-]{24,36}|\d{4}-\d\d-\d\d\S*|#[\da-f]+|[\d.,:+-]*)$/i

/** The answer with every text of people in Greek letters; codes, addresses, times and declared words stay. */
function foreign(value: unknown, isRecord: boolean, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => foreign(one, isRecord, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        // Of an object that was changed as a whole, a history shows what is stored.
        const isWhole = /^(was|is)$/.test(name) && typeof one === 'object'
        // A type of missions was typed by somebody.
        const isTyped = key === 'byType' && name === 'type'
        const its = isTyped ? 'name' : name
        return [name, foreign(one, isRecord, isWhole ? 'whole' : key === 'whole' ? key : its)]
      }),
    )
  // 'one' and 'many' are of a declaration.
  if (typeof value !== 'string' || ADDRESS.test(value) || /^(one|many)$/.test(key)) return value
  const isText = /[\p{Lu} ]/u.test(value)
  const isWord = (isRecord && !CODES.has(key)) || /^(label|name|title)$/.test(key)
  if (!isText && key !== 'whole' && (!isWord || offered.has(value))) return value
  return value.replace(/[a-z]/gi, (letter) => GREEK[letter.toLowerCase().charCodeAt(0) - 97] ?? '')
}

/** What may be said in plain letters: the product's name, addresses, keys, and what programs read. */
const PLAIN =
  /Waymark( Admin)?|\S+@\S+|https?:\S+|[\da-f]{8}-[\da-f-]{27}|\b(Ctrl|Alt|Shift|Esc|Enter|UTC|CSV|JSON|Excel)\b|\b[A-Z][a-z]+\/[A-Z]\w+\b|^(Fundamentals|Getting Started)$/g

/** Texts, names and hints of the page as it stands that have not passed `translate`, each with its place. */
export async function untranslated(page: Page): Promise<string[]> {
  const said = await page.evaluate(() => {
    const found: [place: string, text: string][] = [['title', document.title]]
    const placeOf = (element: Element | null) =>
      element === null ? '' : `${element.localName}.${element.getAttribute('class') ?? ''}`
    // antd's own words are those of its locale.
    const ANTD = '.anticon, .ant-modal-close, .ant-picker-separator, .ant-pagination-options *'
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { parentElement } = node
      // Addresses may be broken at their dots.
      const PLAIN_PLACES = 'script, style, noscript, kbd, [translate=no], a[href^="mailto:"]'
      if (parentElement?.closest(`${PLAIN_PLACES}, ${ANTD}`)) continue
      found.push([placeOf(parentElement), node.nodeValue ?? ''])
    }
    const names = [
      'aria-label',
      'title',
      'placeholder',
      'alt',
      'aria-description',
      'aria-valuetext',
    ]
    for (const element of document.body.querySelectorAll(
      ':not([aria-hidden=true], [aria-hidden=true] *)',
    ))
      for (const name of names) {
        if (element.closest(ANTD) || element.matches('.ant-pagination > li')) continue
        const text = element.getAttribute(name)
        if (text) found.push([`${placeOf(element)} ${name}`, text])
      }
    return found
  })
  const isPlain = (text: string) => /[a-z]{2,}/i.test(text.replace(PLAIN, ''))
  return [...new Set(said.flatMap(([place, text]) => (isPlain(text) ? [`${place}: ${text}`] : [])))]
}
