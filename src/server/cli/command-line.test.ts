import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { askHidden, asksForHelp, confirm } from './command-line.ts'
import { findCommand, helpFor } from './commands.ts'

test.each([
  [['create', '--email', ' ', '--first-name', 'Ada', '--last-name', 'X'], '--email is missing.'],
  [['set-password', '--email', ''], '--email is missing.'],
  [['revoke-token'], '--name is missing.'],
  [['token', '--name', ' '], '--name is missing.'],
])('admin %s needs its options before it opens the database', async (words, message) => {
  const config = await readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  await expect(findCommand(['admin', ...words])(config)).rejects.toThrow(message)
})

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test.each([
  ['a confirmation', () => confirm('This deletes everything.', undefined)],
  ['a hidden question', () => askHidden('Password: ')],
])(
  'Ctrl-C at %s ends the command by an error, so that it closes what it has opened',
  async (_what, ask) => {
    const terminal = () => Object.assign(new PassThrough(), { isTTY: true })
    const input = terminal()
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Object(input))
    vi.spyOn(process, 'stdout', 'get').mockReturnValue(Object(terminal()))
    const asked = ask()
    input.write('\x03')
    await expect(asked).rejects.toThrow('Nothing was changed.')
    expect(process.exitCode).toBe(130)
  },
)

test('--help and -h print the usage of a command, or the list of commands', () => {
  for (const args of [
    ['admin', 'restore', '--help'],
    ['admin', 'restore', 'FILE', '-h'],
  ]) {
    expect(asksForHelp(args)).toBe(true)
    expect(helpFor(args)).toMatch(
      /^Usage: npm run admin -- restore <file> \[--yes\]\n\n.+\n\nOptions:\n {2}--yes {7}do not/,
    )
  }
  for (const args of [
    ['admin', '--help'],
    ['admin', 'unknown', '-h'],
  ])
    expect(helpFor(args)).toMatch(/^Usage: npm run admin -- <command>.*\n {2}restore +Replace/s)
  expect(helpFor(['demo', '--help'])).toContain('Usage: npm run demo -- [--reset]')
  expect(asksForHelp(['admin', 'token', '--name', 'help'])).toBe(false)
})

test.each([
  [[], 'Name a command.', 'Usage: npm run admin -- <command>'],
  [['restor'], "Unknown command 'restor'.", 'Usage: npm run admin -- <command>'],
  [['restore', '--no'], "Unknown option '--no'.", 'Usage: npm run admin -- restore'],
  [['restore', 'a', 'b'], "Unexpected argument 'b'.", 'Usage: npm run admin -- restore'],
])('admin %j fails with its reason and the usage', async (words, message, usage) => {
  const run = async () => findCommand(['admin', ...words])(await readConfig({}))
  await expect(run()).rejects.toMatchObject({ message, usage: expect.stringContaining(usage) })
})
