import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { writeBackupFile } from './backup-file.ts'
import { backupName, backupsIn, deleteOldest } from './backup-schedule.ts'

let folder = ''
const folders: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-folder-'))
  folders.push(folder)
})
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true })
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
  await writeBackupFile(join(folder, name), manifest, function* () {
    yield Buffer.from('demo\nzone\n')
  })
  return name
}

const damage = (name: string) => {
  const path = join(folder, name)
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
  writeFileSync(join(folder, 'notes.txt'), 'not ours')
  writeFileSync(join(folder, `${fifth}.part`), 'half')
  damage(String(fourth))
  const said: string[] = []
  await deleteOldest(folder, 2, (line) => said.push(line))
  expect(readdirSync(folder).sort()).toEqual(
    ['notes.txt', third, fourth, fifth, `${fifth}.part`].sort(),
  )
  expect(said).toEqual([
    expect.stringMatching(/11-04.* does not count: The backup was cut/),
    expect.stringMatching(/^Deleted .*11-02.*: 2 newer ones are whole/),
    expect.stringMatching(/^Deleted .*11-01/),
  ])
  expect([first, second].length).toBe(2)

  // With all damaged nothing goes.
  damage(String(third))
  damage(String(fifth))
  await deleteOldest(folder, 1, () => undefined)
  expect(await backupsIn(folder)).toHaveLength(3)
})

test('OPS a backup dated in the future stays, and takes the place of no other one', async () => {
  const [old, last] = [await make(6), await make(7)]
  const later = backupName(new Date('2061-01-01T00:00:00Z'))
  copyFileSync(join(folder, last), join(folder, later))
  const said: string[] = []
  await deleteOldest(folder, 1, (line) => said.push(line))
  expect(readdirSync(folder).sort()).toEqual([last, later])
  expect(said).toEqual([
    expect.stringMatching(/2061.* does not count: its date is in the future/),
    expect.stringContaining(old),
  ])
})

test('OPS the times of backups stand in their names; a folder that is not there yet holds none', async () => {
  const name = await make(7)
  const [found] = await backupsIn(folder)
  expect(found).toEqual({ path: join(folder, name), at: new Date('2026-11-07T03:00:00Z') })
  expect(await backupsIn(join(folder, 'later'))).toEqual([])
})
