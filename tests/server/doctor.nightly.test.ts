import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { doctor } from '#server/cli/doctor-command.ts'
import { readConfig } from '#server/config.ts'
import { connectAlone } from '#server/db/pool.ts'
import { diagnose } from '#server/ops/doctor/diagnose.ts'
import { judgeRoom } from '#server/ops/doctor/place.ts'
import { createDatabase, startApp, urlOf } from '../support/app.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'waymark-doctor-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** What the PostgreSQL of the tests has by intention, and the room on this machine's disk. */
const OF_THIS_RUN = ['durability', 'disk']
const wrongIn = (findings: { about: string; mend?: string }[]) =>
  findings
    .flatMap(({ about, mend }) => (mend ? [about] : []))
    .filter((one) => !OF_THIS_RUN.includes(one))

const HOUR_AGO = "now() - interval '1 hour'"
/** Each with the word that it is to be told by. */
const PLANTED: readonly (readonly [about: string, sql: string])[] = [
  ['extensions', 'drop extension pg_trgm cascade'],
  ['indexes', 'drop index sessions_user'],
  [
    'events',
    `insert into event_batches (id, events, received_at) values (gen_random_uuid(), '[]', ${HOUR_AGO})`,
  ],
  [
    'events set aside',
    `insert into event_batches (id, events, failed_at, error) values (gen_random_uuid(), '[]', now(), 'x')`,
  ],
  [
    'records',
    `update rec_users set data = data || '{"role":"emperor"}' where data->>'role' = 'user'`,
  ],
  ['admins', 'delete from credentials'],
  ['time zone', `update marks set value = 'Mars/Olympus' where name = 'reporting-zone'`],
  ['schema', 'delete from migrations where id = (select max(id) from migrations)'],
]

test('OPS-04 what is wrong is named, each with what to do, and nothing else', async () => {
  const server = await startApp()
  await server.user()
  const healthy = await readConfig({ DATA_DIR: dataDir })
  const find = (config = healthy, now?: () => number) =>
    diagnose(server.connection, config, registry, now)
  // The other tests of this run take connections, too.
  expect(wrongIn(await find()).filter((one) => one !== 'connections')).toEqual(['backup'])

  const client = await connectAlone(server.connection)
  // What a build leaves that broke off: two of one value stand against it.
  await client.query('create table twins (n integer)')
  await client.query('insert into twins values (1), (1)')
  const broken = client.query('create unique index concurrently twins_n on twins (n)')
  await expect(broken).rejects.toThrow('could not create unique index')
  for (const [about, sql] of PLANTED.filter(([one]) => one !== 'schema')) {
    const { rowCount } = await client.query(sql)
    if (!/^drop/.test(sql)) expect(rowCount, about).toBeGreaterThan(0)
  }
  chmodSync(dataDir, 0o755)
  const mail = { smtpUrl: 'smtp://mail.example.org:587', from: 'a@b.c', publicUrl: 'https://b.c' }
  const config = { ...healthy, databaseConnections: 1000, host: '0.0.0.0', mail }
  const findings = await find(config, () => Date.now() + 3_600_000)
  const found = wrongIn(findings)
  for (const [about] of PLANTED.filter(([one]) => one !== 'schema')) expect(found).toContain(about)
  for (const about of [
    'invalid indexes',
    'clock',
    'connections',
    'data directory',
    'backup',
    'encryption of mail',
  ])
    expect(found).toContain(about)
  expect(new Set(found).size).toBeGreaterThanOrEqual(12)
  expect(judgeRoom('/data', 100e6, 10e9)).toMatchObject({ mend: expect.stringContaining('du -xh') })

  // A role without rights, and a version that was not brought up.
  await client.query('delete from migrations where id = (select max(id) from migrations)')
  await client.query('revoke insert on sessions from current_user')
  expect(wrongIn(await find())).toEqual(expect.arrayContaining(['schema', 'rights on tables']))
  await client.query('grant insert on sessions to current_user')
  await client.end()
  await server.close()
})

test('OPS-04 indexes that are missing or invalid are made again by the next start', async () => {
  const server = await startApp()
  const client = await connectAlone(server.connection)
  await client.query('drop index sessions_user, history_at')
  await client.end()
  const config = await readConfig({ DATA_DIR: dataDir })
  expect(wrongIn(await diagnose(server.connection, config, registry))).toContain('indexes')
  const again = await startApp({ connection: server.connection })
  await again.close()
  expect(wrongIn(await diagnose(server.connection, config, registry))).not.toContain('indexes')
  await server.close()
})

test('OPS-04 a database that does not answer is a finding, and the command ends with 1', async () => {
  const lines: string[] = []
  const spy = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((line) => lines.push(String(line)) > 0)
  const url = new URL(urlOf(await createDatabase()))
  url.pathname = '/nowhere'
  await doctor([], await readConfig({ DATABASE_URL: url.href })).finally(() => spy.mockRestore())
  expect(lines.join('')).toMatch(/WRONG {2}connection: .*\n {7}mend: .*DATABASE_URL/)
  expect(process.exitCode).toBe(1)
  process.exitCode = 0
})
