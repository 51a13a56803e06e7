import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { askHidden, confirm } from './command-line.ts'

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
