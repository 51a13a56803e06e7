import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { query, startApp } from '../support/app.ts'
import { adminCommand } from '../support/command.ts'

test('a backup by command is in the security log and System Status; a restore needs stopped servers and, over records, --yes', async () => {
  const app = await startApp()
  const folder = mkdtempSync(join(tmpdir(), 'waymark-backup-'))
  const path = join(folder, 'by-command.tar.gz')
  const { said } = await adminCommand(app, 'backup', path)
  expect(said).toMatch(
    /by-command\.tar\.gz: [\d,]+ rows of \d+ tables, \S+ MB, in \S+ s\. Verified/,
  )
  expect((await adminCommand(app, 'verify', path)).said).toContain('is valid. Created ')
  const noted = "select event from security_events where event like 'backup%'"
  expect(await query(app.connection, noted)).toEqual([{ event: 'backup_made' }])
  const status = await app.call('GET', '/admin/widget-data?widgetType=systemStatus')
  expect(Object(status.body.data).lastBackup).toMatch(/^20\d\d-/)
  await expect(adminCommand(app, 'restore', path, '--yes')).rejects.toThrow('Stop all servers')
  // A database from before this table.
  await query(app.connection, 'alter table marks rename to marked')
  const unnoted = await adminCommand(app, 'backup', join(folder, 'unnoted.tar.gz'))
  expect(unnoted.said).toMatch(/Verified\.\nWarning: System Status cannot show this backup: /)
  expect(await query(app.connection, noted)).toEqual(Array(2).fill({ event: 'backup_made' }))

  const other = await startApp()
  await other.close()
  await expect(adminCommand(other, 'restore', path)).rejects.toThrow(/has 1 records.*--yes/)
  expect((await adminCommand(other, 'restore', path, '--yes')).said).toContain('Restored ')
  expect(
    await query(other.connection, "select 1 from security_events where event = 'restored'"),
  ).toHaveLength(1)
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})
