import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERROR_CODES } from '#contract/api.ts'
import { CONFIRM_RULE, MUST_RULES } from '#contract/auth.ts'
import { ADMIN } from '#resources/roles.ts'
import { VARIABLE_NAMES } from './config.ts'

const operations = readFileSync('docs/operations.md', 'utf8')
const errors = readFileSync('docs/errors.md', 'utf8')
const sourceOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .join('\n')
const FOLDERS = ['src', 'tests', 'scripts', 'docs', 'samples']
const files = [
  ...readdirSync('.'),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  ),
]
/** Files that a guide tells the reader to write, or only shows as an example. */
const EXAMPLES = /\b(workshops|rooms|reports)\b|^users\.(nightly|stress|looks)\./
const matches = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))].sort()
/** By its name as code, so that PORT is not found in REPORTING_TIME_ZONE. */
const missingIn = (document: string, names: readonly string[]) =>
  names.filter((name) => !document.includes(`\`${name}\``))

test('docs/operations.md names every variable that the server reads', () => {
  expect(VARIABLE_NAMES.length).toBeGreaterThan(40)
  expect(missingIn(operations, VARIABLE_NAMES)).toEqual([])
})

test('docs/operations.md names every command, and none that is not there', () => {
  const known = matches(sourceOf('src/server/cli'), /'admin ([a-z-]+)'/g)
  expect(known.length).toBeGreaterThan(10)
  expect(matches(operations, /npm run admin -- ([a-z-]+)/g)).toEqual(known)
})

test('docs/errors.md names every code of an answer, and every rule of a 403', () => {
  const code = sourceOf('src/server')
  const ofTokens = readFileSync('src/server/auth/token-scopes.ts', 'utf8')
  const rules = [
    ...matches(code, /\brule: '([\w.]+)'/g),
    ...matches(ofTokens, /refused\('([\w.]+)'/g),
    ...[...MUST_RULES, CONFIRM_RULE, ADMIN],
  ]
  expect(rules).toEqual(expect.arrayContaining(['account', 'token.roles']))
  expect(missingIn(errors, [...ERROR_CODES, ...rules])).toEqual([])
  // Rules below a resource's name, which end there or with a key.
  const ofRecords = matches(
    readFileSync('src/server/records/access.ts', 'utf8'),
    /\brefuse\(['`](\w+)/g,
  )
  expect(ofRecords).toContain('owner')
  const isIn = (rule: string) => new RegExp(`\`<page>\\.access\\.${rule}[.\`]`).test(errors)
  expect(ofRecords.filter((rule) => !isIn(rule))).toEqual([])
})

test('docs/asvs.md has each requirement once', () => {
  const asvs = readFileSync('docs/asvs.md', 'utf8')
  const tables = asvs.slice(asvs.indexOf('\n## '))
  const ids = [...tables.matchAll(/\bV\d+\.\d+\.\d+\b/g)].map(([id]) => id)
  expect(ids.length).toBe(253)
  expect(new Set(ids).size).toBe(253)
})

test('the documents name files that exist, by their path or its end', () => {
  const named = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((document) =>
      matches(
        readFileSync(document, 'utf8'),
        /`([\w./-]*[\w-]\.(?:tsx?|mjs|css|sql|ya?ml|md))`/g,
      ).map((path) => ({ document, path })),
    )
  expect(named.length).toBeGreaterThan(250)
  const isThere = (path: string) => files.some((file) => `/${file}`.endsWith(`/${path}`))
  expect(named.filter(({ path }) => !(EXAMPLES.test(path) || isThere(path)))).toEqual([])
})

test('docs/errors.md has what a refused start or restore says', () => {
  const said = matches(
    sourceOf('src/server'),
    /new (?:Cluster|Zone|NewerSchema|Backup)Error\(\s*[`'"]([^`\n]+)/g,
  )
  expect(said.length).toBeGreaterThan(25)
  const plain = errors.replace(/‹[^›]*›/g, '')
  expect(said.map(fixedWords).filter((words) => !plain.includes(words))).toEqual([])
})

/** Of a message's first sentence, the longest stretch that is the same each time. */
function fixedWords(message: string): string {
  const [sentence = ''] = message.split(/[.:)] |[;(]/)
  const stretches = sentence.split(/\$\{[^}]*\}?|['"]/)
  return stretches.reduce((one, other) => (other.length > one.length ? other : one)).trim()
}
