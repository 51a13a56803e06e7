import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const guide = readFileSync('docs/adding-a-resource.md', 'utf8')
const workshops = readFileSync('tests/fixtures/workshops.ts', 'utf8')

const blocksOf = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, block = '']) => block,
  )

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-scaffold-'))
  mkdirSync(join(folder, 'src'))
  for (const part of ['scripts', 'src', 'package.json', 'tsconfig.json', 'biome.json'])
    cpSync(part, join(folder, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program in the copy. */
const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
const scaffold = (...args: string[]) => run('scripts/new-resource.mjs', ...args)
const written = (file: string) => readFileSync(join(folder, 'src/resources', file), 'utf8')

test('the guide shows the declaration that other tests use', () => {
  expect(blocksOf('ts')[0]).toBe(workshops)
  const lines = workshops.trimEnd().split('\n').length
  expect(lines).toBeLessThanOrEqual(45)
  expect(guide).toContain(`one file of ${lines} lines, and one line`)
})

test('the command writes a valid declaration and its line in the registry', () => {
  const before = written('declared.ts').split('\n')
  expect(scaffold('reading-groups').status).toBe(0)
  expect(written('reading-groups.ts')).toContain("label: ['Reading Group', 'Reading Groups'],")
  const added = written('declared.ts')
    .split('\n')
    .filter((line) => !before.includes(line))
  expect(added).toEqual(["export { default as readingGroups } from './reading-groups.ts'"])
  expect(run('--import', 'tsx', 'src/server/declarations.ts')).toMatchObject({ status: 0 })
  expect(
    run('node_modules/@biomejs/biome/bin/biome', 'ci', '--vcs-enabled=false', 'src/resources'),
  ).toMatchObject({ status: 0 })
})

test("the guide's page of plain Refine compiles", () => {
  const declaration = blocksOf('ts').find((block) => block.includes("name: 'rooms'")) ?? ''
  const page = blocksOf('tsx').find((block) => block.includes('function Rooms()')) ?? ''
  mkdirSync(join(folder, 'src/admin/pages/rooms'))
  writeFileSync(join(folder, 'src/resources/rooms.ts'), declaration)
  writeFileSync(join(folder, 'src/admin/pages/rooms/Rooms.tsx'), page)
  writeFileSync(
    join(folder, 'rooms.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['src/resources/rooms.ts', 'src/admin/pages/rooms', 'src/**/*.d.ts'],
    }),
  )
  expect(run('node_modules/typescript/bin/tsc', '--project', 'rooms.json')).toMatchObject({
    status: 0,
    stdout: '',
  })
})

test.each([
  ['reading-groups', 'src/resources/reading-groups.ts already exists.'],
  ['Walks', "'Walks' is not a valid name."],
])('the command refuses %s', (name, says) => {
  expect(scaffold(name)).toMatchObject({ status: 2, stderr: expect.stringContaining(says) })
})
