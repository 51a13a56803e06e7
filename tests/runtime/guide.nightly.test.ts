import { execFileSync } from 'node:child_process'
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
const FIXTURES = 'tests/fixtures/workshops'
const workshops = readFileSync(join(FIXTURES, 'workshops.ts'), 'utf8')

/** What stands in the first block of one language. */
const blockOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(guide)?.[1] ?? ''

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-scaffold-'))
  mkdirSync(join(folder, 'src'))
  for (const part of [
    'scripts',
    'src/resources',
    'package.json',
    'package-lock.json',
    'biome.json',
  ])
    cpSync(part, join(folder, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs npm run new:resource in a copy; the answers are typed line by line. Gives what it says. */
const scaffold = (args: readonly string[], answers = '') => {
  try {
    const said = execFileSync(process.execPath, ['scripts/new-resource.mjs', ...args], {
      cwd: folder,
      input: answers,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return { code: 0, said }
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: string }
    return { code: status, said: stderr }
  }
}
const written = (file: string) => readFileSync(join(folder, 'src/resources', file), 'utf8')

test('KIT-15 the command writes from SQL the very file that the guide shows and the suites walk', () => {
  const before = written('declared.ts').split('\n')
  scaffold(['workshops', '--from', resolve(FIXTURES, 'workshops.sql')])
  expect(written('workshops.ts')).toBe(workshops)
  const added = written('declared.ts')
    .split('\n')
    .filter((line) => !before.includes(line))
  expect(added).toEqual(["export { default as workshops } from './workshops.ts'"])
  expect(blockOf('diff')).toContain(`+${added[0]}\n`)

  expect(blockOf('ts')).toBe(workshops)
  const lines = workshops.trimEnd().split('\n').length
  expect(lines).toBeLessThanOrEqual(45)
  expect(guide).toContain(`One file of ${lines} lines, and one line in the registry`)
  expect(guide.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

test('KIT-15 the command asks, and writes nothing when the answers end', () => {
  const asked = scaffold(
    ['tags'],
    'name\n\ny\nkind\nchoice\nred, blue\nn\nsteps\nlist\ntitle\n\ny\n\n\n\n',
  )
  expect(asked.code).toBe(0)
  expect(written('tags.ts')).toContain("kind: z.enum(['red', 'blue']).optional(),")
  expect(written('tags.ts')).toContain('steps: ordered({ title: requiredText(120) })')

  expect(scaffold(['colours'], 'name\nchoice\n')).toMatchObject({
    code: 2,
    said: expect.stringContaining('The answers ended: nothing is written.'),
  })
  expect(() => written('colours.ts')).toThrow('ENOENT')
})

test('KIT-15 the command reads records, and refuses what it cannot read', () => {
  const record = {
    _id: '01890a5d-ac96-774b-bcce-b302099a8057',
    title: 'Maps',
    startsAt: '2027-03-01T09:30:00Z',
    seats: 12,
    site: 'https://example.org',
    mentor: { _id: '01890a5d-ac96-774b-bcce-b302099a8057' },
    careerFields: ['01890a5d-ac96-774b-bcce-b302099a8057'],
    stages: [{ title: 'Lines', order: 0 }],
  }
  const from = join(folder, 'records.json')
  writeFileSync(from, JSON.stringify([record, { ...record, site: null }]))
  expect(scaffold(['courses', '--from', from]).code).toBe(0)
  for (const line of [
    'title: requiredText(120),',
    'startsAt: moment(),',
    'seats: z.int().min(0),',
    'site: webAddress().optional(),',
    "mentor: reference('mentors'),",
    "careerFields: references('career-fields').default(() => []),",
    'stages: ordered({ title: requiredText(120) }).default(() => []),',
  ])
    expect(written('courses.ts')).toContain(line)

  for (const [args, says] of [
    [['courses', '--from', from], 'src/resources/courses.ts is there already.'],
    [['walks', '--from', 'none.json'], "There is no file 'none.json'."],
    [['Walks'], "'Walks' is not the name of a resource."],
  ] as const)
    expect(scaffold(args)).toMatchObject({ code: 2, said: expect.stringContaining(says) })
})
