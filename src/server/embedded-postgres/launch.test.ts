import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { launch } from './launch.ts'

// No pause takes time here: whoever goes on looking would do so very often.
vi.mock('node:timers/promises', () => ({
  setTimeout: vi.fn(() => new Promise((resolve) => setImmediate(resolve))),
}))

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('a start that failed leaves nobody behind who waits for it to be ready', async () => {
  const root = mkdtempSync(join(tmpdir(), 'waymark-launch-'))
  const layout = { root, data: join(root, 'data'), run: root, log: root, marker: '' }
  const failed = launch({
    layout,
    binaries: { initdb: '', postgres: process.execPath, major: 18, version: '18' },
    account: {
      uid: 0,
      gid: 0,
      peers: [],
      command: (file) => ({ file, args: ['-e', 'process.exit(3)'] }),
    },
    socketDir: root,
    say: () => undefined,
  })
  await expect(failed).rejects.toThrow('The database did not start:')
  const looked = vi.mocked(sleep)
  expect(looked).toHaveBeenCalled()
  await turns(3)
  looked.mockClear()
  await turns(50)
  expect(looked).not.toHaveBeenCalled()
  rmSync(root, { recursive: true })
})
