import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Background } from '../jobs.ts'
import { writeBackupFile } from './backup-file.ts'
import { backupName, backupsIn, deleteOldest, EXIT_BUSY, startBackups } from './backup-schedule.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'waymark-backups-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(dir, { recursive: true, force: true })
})

const DAY = 86_400_000
type Work = Parameters<Background['schedule']>[2]

function made(): Promise<boolean> {
  writeFileSync(join(dir, backupName(new Date())), '')
  return Promise.resolve(true)
}

test('OPS a backup is made when the newest is too old, by whichever process; a failure is noted and tried again', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T03:00:00Z'), toFake: ['Date'] })
  const schedule = vi.fn<Background['schedule']>()
  const note = vi.fn()
  const run = vi.fn(made)
  startBackups(
    { background: Object({ schedule }), security: Object({ note }) },
    { backup: { dir, everyMs: DAY, keep: 7 } },
    run,
  )
  const work = schedule.mock.calls[0]?.[2] as Work
  const look = () => work(new AbortController().signal)
  const events = () => note.mock.calls.map(([event]) => event)

  run.mockRejectedValueOnce(new Error('the disk is full'))
  await expect(look()).rejects.toThrow('the disk is full')
  expect(events()).toEqual(['backup_failed'])
  await look()
  expect(events()).toEqual(['backup_failed', 'backup_made'])
  await look()
  vi.setSystemTime(new Date('2026-11-24T02:00:00Z'))
  await look()
  expect(run).toHaveBeenCalledTimes(2)
  vi.setSystemTime(new Date('2026-11-24T03:30:00Z'))
  await look()
  expect(run).toHaveBeenCalledTimes(3)
})

test('OPS a backup dated in the future, from when the clock was wrong, does not stop the next one', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T03:00:00Z'), toFake: ['Date'] })
  const schedule = vi.fn<Background['schedule']>()
  writeFileSync(join(dir, backupName(new Date('2031-01-01T00:00:00Z'))), '')
  const run = vi.fn(made)
  startBackups(
    { background: Object({ schedule }), security: Object({ note: vi.fn() }) },
    { backup: { dir, everyMs: DAY, keep: 7 } },
    run,
  )
  const work = schedule.mock.calls[0]?.[2] as Work
  await work(new AbortController().signal)
  await work(new AbortController().signal)
  expect(run).toHaveBeenCalledTimes(1)
})

/** Looks once, as a server whose program is `main`, with a command of this content at `command`. */
async function lookAs(main: string, command: string, content: string) {
  const schedule = vi.fn<Background['schedule']>()
  const note = vi.fn()
  mkdirSync(join(dir, 'cli'))
  writeFileSync(join(dir, command), content)
  const [node = '', own = ''] = process.argv
  process.argv = [node, join(dir, main)]
  try {
    startBackups(
      { background: Object({ schedule }), security: Object({ note }) },
      { backup: { dir, everyMs: DAY, keep: 7 } },
    )
    await schedule.mock.calls[0]?.[2](new AbortController().signal)
  } finally {
    process.argv = [node, own]
  }
  return note.mock.calls.map(([event]) => event)
}

test.each([
  ['main.js', 'command.js'],
  ['main.ts', 'cli/command.ts'],
])('OPS a server that is %s makes backups by %s', async (main, command) => {
  expect(await lookAs(main, command, '')).toEqual(['backup_made'])
})

test('OPS while another process makes a backup, none is noted', async () => {
  expect(await lookAs('main.js', 'command.js', `process.exit(${EXIT_BUSY})`)).toEqual([])
})

test('OPS without a folder there are none', () => {
  const schedule = vi.fn()
  startBackups({ background: Object({ schedule }), security: Object() }, { backup: undefined })
  expect(schedule).not.toHaveBeenCalled()
})

async function make(day: number): Promise<string> {
  const name = backupName(new Date(Date.UTC(2026, 10, day, 3)))
  const manifest = {
    version: '1.0.0',
    madeAt: '2026-11-23T03:00:00.000Z',
    postgresql: '18.4',
    migrations: [{ id: 1, name: 'start', checksum: 'abc' }],
    tables: [{ name: 'marks', columns: [{ name: 'name', type: 'text' }], rows: 2 }],
  }
  await writeBackupFile(join(dir, name), manifest, function* () {
    yield Buffer.from('demo\nzone\n')
  })
  return name
}

const damage = (name: string) => {
  const path = join(dir, name)
  writeFileSync(path, readFileSync(path).subarray(0, -100))
}

test('OPS the newest whole ones stay; a damaged one counts for nothing, is told of, and takes no good one away', async () => {
  const [first, second, third, fourth, fifth] = [
    await make(1),
    await make(2),
    await make(3),
    await make(4),
    await make(5),
  ]
  writeFileSync(join(dir, 'notes.txt'), 'not ours')
  writeFileSync(join(dir, `${fifth}.part`), 'half')
  damage(String(fourth))
  const said: string[] = []
  await deleteOldest(dir, 2, (line) => said.push(line))
  expect(readdirSync(dir).sort()).toEqual(
    ['notes.txt', third, fourth, fifth, `${fifth}.part`].sort(),
  )
  expect(said).toEqual([
    expect.stringMatching(/^Ignored .*11-04.*: The backup is truncated/),
    expect.stringMatching(/^Deleted .*11-02.*: there are 2 newer backups/),
    expect.stringMatching(/^Deleted .*11-01/),
  ])
  expect([first, second].length).toBe(2)

  // With all damaged nothing goes.
  damage(String(third))
  damage(String(fifth))
  await deleteOldest(dir, 1, () => undefined)
  expect(await backupsIn(dir)).toHaveLength(3)
})

test('OPS a backup dated in the future stays, and takes the place of no other one', async () => {
  const [old, last] = [await make(6), await make(7)]
  const later = backupName(new Date('2061-01-01T00:00:00Z'))
  copyFileSync(join(dir, last), join(dir, later))
  const said: string[] = []
  await deleteOldest(dir, 1, (line) => said.push(line))
  expect(readdirSync(dir).sort()).toEqual([last, later])
  expect(said).toEqual([
    expect.stringMatching(/^Ignored .*2061.*: its date is in the future/),
    expect.stringContaining(old),
  ])
})

test('OPS the times of backups stand in their names; a folder that is not there yet holds none', async () => {
  const name = await make(7)
  const [found] = await backupsIn(dir)
  expect(found).toEqual({ path: join(dir, name), at: new Date('2026-11-07T03:00:00Z') })
  expect(await backupsIn(join(dir, 'later'))).toEqual([])
})
