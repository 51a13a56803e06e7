import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
const matches = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))].sort()
/** By its name as code, so that PORT is not found in REPORTING_TIME_ZONE. */
const missingIn = (document: string, names: readonly string[]) =>
  names.filter((name) => !document.includes(`\`${name}\``))

test('OPS docs/operations.md names every variable that the server reads', () => {
  expect(VARIABLE_NAMES.length).toBeGreaterThan(40)
  expect(missingIn(operations, VARIABLE_NAMES)).toEqual([])
})

test('OPS docs/operations.md names every command, and none that is not there', () => {
  const known = matches(sourceOf('src/server/cli'), /'admin -- ([a-z-]+)/g)
  expect(known.length).toBeGreaterThan(10)
  expect(matches(operations, /npm run admin -- ([a-z-]+)/g)).toEqual(known)
})

test('OPS docs/errors.md names every code of an answer, and every rule of a 403', () => {
  const code = sourceOf('src/server')
  const ofTokens = readFileSync('src/server/auth/token-scopes.ts', 'utf8')
  const rules = [
    ...matches(code, /\brule: '([\w.]+)'/g),
    ...matches(ofTokens, /refused\('([\w.]+)'/g),
    ...[...MUST_RULES, CONFIRM_RULE, ADMIN],
  ]
  expect(rules).toEqual(expect.arrayContaining(['account', 'token.roles']))
  expect(missingIn(errors, [...ERROR_CODES, ...rules])).toEqual([])
})

test('OPS docs/asvs.md has each requirement once, and names tests that are there', () => {
  const asvs = readFileSync('docs/asvs.md', 'utf8')
  const tables = asvs.slice(asvs.indexOf('\n## '))
  const ids = [...tables.matchAll(/\bV\d+\.\d+\.\d+\b/g)].map(([id]) => id)
  expect(ids.length).toBe(253)
  expect(new Set(ids).size).toBe(253)
  const named = matches(asvs, /`([\w./-]+\.(?:test|spec)\.tsx?)`/g)
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((file) => !existsSync(file))).toEqual([])
})

test('OPS docs/errors.md has what a refused start or restore says', () => {
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
