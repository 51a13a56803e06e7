import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tablesIn, verifyBackup, writeBackupFile } from './backup-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-backup-file-'))
const place = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const columns = [{ name: 'name', type: 'text' }]
const made = {
  version: '1.2.3',
  madeAt: '2026-11-23T03:00:00.000Z',
  postgresql: '18.4',
  migrations: [{ id: 1, name: 'start', checksum: 'abc' }],
  tables: ['empty', 'marks', 'many'].map((name, at) => ({ name, columns, rows: at * 2 })),
}
const rows: Record<string, string> = {
  empty: '',
  marks: 'demo\nzone\n',
  many: 'Zürich \\t \\N\n'.repeat(20_000),
}

beforeAll(async () => {
  writeFileSync(place('note'), 'hello')
  await writeBackupFile(place('whole'), made, function* (table) {
    // In pieces, as a database sends them.
    const bytes = Buffer.from(rows[table] ?? '')
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
  })
})

test('a backup is for its owner alone, and its tables come back as they were', async () => {
  expect(statSync(place('whole')).mode & 0o777).toBe(0o600)
  expect(await verifyBackup(place('whole'))).toMatchObject(made)
  const found: Record<string, string> = {}
  for await (const [table, content] of tablesIn(place('whole'))) found[table] = await text(content)
  expect(found).toEqual(rows)
})

test('a large table is written in several entries, each of whole rows', async () => {
  const row = `${'Zürich '.repeat(1000)}\n`
  const table = { name: 'large', columns, rows: 3000 }
  await writeBackupFile(place('large'), { ...made, tables: [table] }, function* () {
    const bytes = Buffer.from(row.repeat(table.rows))
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
  })
  await verifyBackup(place('large'))
  const parts: string[] = []
  for await (const [name, content] of tablesIn(place('large')))
    if (name === 'large') parts.push(await text(content))
  expect(parts.length).toBeGreaterThan(2)
  for (const part of parts) expect(part.endsWith('\n')).toBe(true)
  expect(parts.join('') === row.repeat(table.rows)).toBe(true)
})

test('ordinary tar reads a backup', () => {
  const marks = execFileSync('tar', ['-xzOf', place('whole'), 'data/marks.copy'])
  expect(marks.toString()).toBe(rows.marks)
})

test('one changed byte anywhere, and a cut anywhere, is refused', async () => {
  const whole = readFileSync(place('whole'))
  const places = Array.from({ length: 60 }, (_, at) => Math.floor((at * whole.length) / 60))
  const tail = Array.from({ length: 40 }, (_, at) => whole.length - 1 - at * 40)
  // The head of the last entry, and the end of its checksum.
  tail.push(...Array.from({ length: 40 }, (_, at) => whole.length - 2071 + at))
  for (const at of [...places, ...tail]) {
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    writeFileSync(place('x'), changed)
    await expect(verifyBackup(place('x')), `byte ${at}`).rejects.toThrow(/backup/)
    writeFileSync(place('x'), whole.subarray(0, at))
    await expect(verifyBackup(place('x')), `cut at ${at}`).rejects.toThrow(/truncated|damaged/)
  }
  writeFileSync(place('x'), Buffer.concat([whole, Buffer.from('x')]))
  await expect(verifyBackup(place('x'))).rejects.toThrow(/truncated|modified/)
})

test('what is no backup, or one of another format, is refused with the reason', async () => {
  const wrong: [content: string | Buffer, words: RegExp][] = [
    ['hello', /not a Waymark backup/],
    ['', /not a Waymark backup/],
    [gzipSync('hello'), /not a Waymark backup/],
    [
      execFileSync('tar', ['-czf', '-', '-C', folder, '--transform=s/.*/manifest.json/', 'note']),
      /not a Waymark backup/,
    ],
  ]
  for (const [content, words] of wrong) {
    writeFileSync(place('x'), content)
    await expect(verifyBackup(place('x'))).rejects.toThrow(words)
  }
  await expect(verifyBackup(place('none'))).rejects.toThrow(/The file .* does not exist/)
  await expect(verifyBackup(folder)).rejects.toThrow(/cannot be read/)

  await writeBackupFile(place('newer'), { ...made, ...{ format: 9 } }, function* () {})
  await expect(verifyBackup(place('newer'))).rejects.toThrow(
    'another version (1.2.3; its format is 9',
  )
})
