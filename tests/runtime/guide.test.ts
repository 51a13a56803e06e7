import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const guide = readFileSync('docs/adding-a-resource.md', 'utf8')
const tags = readFileSync('tests/fixtures/tags.ts', 'utf8')

/** What stands in the first block of one language. */
const blockOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(guide)?.[1] ?? ''

// The same file is built into the product and driven by tests/admin/sixth-resource.spec.ts.
test('the guide shows the very file that is tried, and counts its lines', () => {
  expect(blockOf('ts')).toBe(tags)
  const lines = tags.trimEnd().split('\n').length
  expect(guide).toContain(`One file of ${lines} lines, and two lines in the registry`)
})

test('the guide’s lines for the registry are those that a registry has', () => {
  const added = blockOf('diff').match(/^\+.*$/gm)
  expect(added).toEqual(["+import tags from './tags.ts'", '+  tags,'])
  const index = readFileSync('src/resources/index.ts', 'utf8')
  const around = blockOf('diff').match(/^ .*$/gm) ?? []
  for (const line of around) expect(index).toContain(`${line.slice(1)}\n`)
})
