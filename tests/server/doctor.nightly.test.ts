import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { findCommand } from '#server/cli/commands.ts'
import { readConfig } from '#server/config.ts'
import { connectAlone } from '#server/db/pool.ts'
import { makeBackup } from '#server/ops/backup/backup-data.ts'
import { diagnose, isContainerName } from '#server/ops/doctor.ts'
import { createDatabase, startApp, urlOf } from '../support/app.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'waymark-doctor-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

type Findings = Awaited<ReturnType<typeof diagnose>>
/** Faults of the test database and of this machine. */
const OF_THIS_RUN = [
  /Acknowledged writes may be lost/,
  /^Only \d+ MB/,
  /connections, and one server/,
]
const faultsIn = (findings: Findings) =>
  findings.filter(
    ({ fix, words }) => fix !== undefined && !OF_THIS_RUN.some((known) => known.test(words)),
  )
const wrongIn = (findings: Findings) => faultsIn(findings).map(({ about }) => about)

const HOUR_AGO = "now() - interval '1 hour'"
/** Each with the check that finds it and a part of the message. */
const PLANTED: readonly (readonly [about: string, words: string, sql: string])[] = [
  ['database', 'pg_trgm is missing', 'drop extension pg_trgm cascade'],
  ['schema', 'sessions_user', 'drop index sessions_user'],
  [
    'events',
    '1 batches wait',
    `insert into event_batches (id, events, received_at) values (gen_random_uuid(), '[]', ${HOUR_AGO})`,
  ],
  [
    'records',
    "'emperor', which is not offered",
    `update rec_users set data = data || '{"role":"emperor"}' where data->>'role' = 'user'`,
  ],
  ['admins', 'No active admin', 'delete from credentials'],
  [
    'backup',
    'dated in the future',
    `insert into marks (name, value) values ('last-backup', '{"at":"2099-01-01T00:00:00Z","bytes":1,"rows":1}')`,
  ],
]

test('each planted fault is found, with a fix, and nothing else', async () => {
  const server = await startApp()
  await server.user()
  const healthy = await readConfig({ DATA_DIR: dataDir })
  const find = (config = healthy, now?: () => number) =>
    diagnose(server.connection, config, registry, now)
  expect(wrongIn(await find())).toEqual(['backup'])
  expect(new Set((await find()).map(({ about }) => about)).size).toBe(10)

  const client = await connectAlone(server.connection)
  // A failed unique index stays behind as invalid.
  await client.query('create table twins (n integer)')
  await client.query('insert into twins values (1), (1)')
  const broken = client.query('create unique index concurrently twins_n on twins (n)')
  await expect(broken).rejects.toThrow('could not create unique index')
  for (const [about, , sql] of PLANTED) {
    const { rowCount } = await client.query(sql)
    if (!/^drop/.test(sql)) expect(rowCount, about).toBeGreaterThan(0)
  }
  chmodSync(dataDir, 0o755)
  const mail = { smtpUrl: 'smtp://mail.example.org:587', from: 'a@b.c', publicUrl: 'https://b.c' }
  const backup = { dir: dataDir, everyMs: 3_600_000, keep: 7 }
  const config = { ...healthy, databaseConnections: 1000, host: '0.0.0.0', mail, backup }
  const findings = await find(config, () => Date.now() + 3_600_000)
  for (const [about, words] of PLANTED)
    expect(faultsIn(findings)).toContainEqual(
      expect.objectContaining({ about, words: expect.stringContaining(words) }),
    )
  const found = findings.filter(({ fix }) => fix).map(({ words }) => words)
  for (const words of [
    'twins_n',
    'differ by 3600 s',
    'one server may open 1006',
    'can read',
    'Mail, with',
  ])
    expect(found).toContainEqual(expect.stringContaining(words))
  expect(new Set(wrongIn(findings)).size).toBe(10)

  await client.query(
    `insert into event_batches (id, events, failed_at, error) values (gen_random_uuid(), '[]', now(), 'x')`,
  )
  expect(await find()).toContainEqual(
    expect.objectContaining({ about: 'events', fix: 'npm run admin -- retry-events' }),
  )

  // A role without permissions, and a missing migration.
  await client.query('revoke insert on sessions from current_user')
  expect(await find()).toContainEqual(
    expect.objectContaining({ about: 'schema', words: expect.stringContaining('sessions') }),
  )
  await client.query('grant insert on sessions to current_user')
  await client.query('delete from migrations where id = (select max(id) from migrations)')
  expect(await find()).toContainEqual(
    expect.objectContaining({ about: 'schema', words: expect.stringContaining('older schema') }),
  )
  await client.end()
  await server.close()
})

test('a database of a development version is refused by doctor and backup', async () => {
  const connection = await createDatabase()
  const client = await connectAlone(connection)
  await client.query('alter table migrations drop column checksum; drop table event_batches')
  await client.end()
  const findings = await diagnose(connection, await readConfig({ DATA_DIR: dataDir }), registry)
  const words = expect.stringMatching(
    /^The database belongs to a development version before 0\.1\.0/,
  )
  expect(faultsIn(findings)).toContainEqual(
    expect.objectContaining({ about: 'schema', words, fix: expect.stringContaining('export') }),
  )
  const path = join(dataDir, 'refused.tar.gz')
  await expect(makeBackup(path, connection)).rejects.toThrow('development version before 0.1.0')
})

test('a proxy that TRUST_PROXY does not name is a finding', async () => {
  const server = await startApp()
  const config = await readConfig({ DATA_DIR: dataDir })
  const network = async (now = config) =>
    (await diagnose(server.connection, now, registry))
      .filter(({ about }) => about === 'network')
      .map(({ words }) => words)
  const fine = ['HOST, TRUST_PROXY and PUBLIC_URL are correct.']
  expect(await network()).toEqual(fine)
  const ask = (headers: Record<string, string>) =>
    server.call('GET', '/health', { token: '', headers, from: '172.18.0.3' })
  for (let request = 0; request < 20; request += 1) await ask({ 'x-real-ip': '198.51.100.7' })
  const soon = (words: readonly unknown[]) =>
    vi.waitFor(async () => expect(await network()).toEqual(words), { timeout: 10_000 })
  await soon([expect.stringContaining('proxy at 172.18.0.3')])
  expect(await network({ ...config, trustProxy: ['172.18.0.3'] })).toEqual(fine)
  await ask({})
  await soon(fine)
  await server.close()
})

test('a database in the same network of containers may be reached without encryption', () => {
  const urlFor = (host: string) => `postgres://waymark:word@${host}:5432/waymark`
  expect(isContainerName(urlFor('db'), '172.18.0.3')).toBe(true)
  expect(isContainerName(urlFor('db.example.org'), '172.18.0.3')).toBe(false)
  expect(isContainerName(urlFor('db'), '203.0.113.7')).toBe(false)
})

test('a database that does not answer is a finding, and the command ends with 1', async () => {
  const lines: string[] = []
  const spy = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((line) => lines.push(String(line)) > 0)
  const url = new URL(urlOf(await createDatabase()))
  url.pathname = '/nowhere'
  const doctor = findCommand(['admin', 'doctor'])
  await doctor(await readConfig({ DATABASE_URL: url.href })).finally(() => spy.mockRestore())
  expect(lines.join('')).toMatch(/ERROR {2}database: .*\n {7}fix: .*DATABASE_URL/)
  expect(process.exitCode).toBe(1)
  process.exitCode = 0
})
