import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { askHidden, confirm } from './command-line.ts'
import { findCommand } from './commands.ts'

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
