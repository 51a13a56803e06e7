import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { findCommand } from '#server/cli/commands.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database.ts'
import { databaseAccount } from '#server/embedded-postgres/account.ts'
import { findBinaries } from '#server/embedded-postgres/binaries.ts'
import { initialise } from '#server/embedded-postgres/launch.ts'
import { prepareLayout } from '#server/embedded-postgres/layout.ts'
import { SYSTEM } from '#server/first-admin.ts'
import { openServices } from '#server/services.ts'

vi.setConfig({ testTimeout: 240_000 })

const dataDir = join(mkdtempSync(join(tmpdir(), 'waymark-upgrade-')), 'data')
afterAll(() => rmSync(join(dataDir, '..'), { recursive: true, force: true }))

const OLD = 15
const PERSON = { firstName: 'Ada', lastName: 'Admin', email: 'ada@example.org', role: 'admin' }

/** Makes an embedded database with the PostgreSQL of Debian 12. Returns false where it is not installed. */
async function makeOld(): Promise<boolean> {
  const layout = prepareLayout(dataDir, 'serve')
  try {
    await initialise(layout, findBinaries(layout, OLD), databaseAccount(layout.data))
    return true
  } catch (error) {
    if (String(error).includes('this machine has')) return false
    throw error
  }
}

test('an upgrade moves the embedded database to a newer PostgreSQL and keeps the old one', async ({
  skip,
}) => {
  mkdirSync(dataDir)
  skip(!(await makeOld()), `this machine has no PostgreSQL ${OLD} beside its own`)
  const config = await readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const said: string[] = []
  const upgrade = (...args: string[]) => findCommand(['admin', 'upgrade-database', ...args])(config)
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said.push(String(text))
    return true
  })
  /** Opens the database as a server does. Returns the PostgreSQL's version, and whether the person exists. */
  const look = async (add: boolean) => {
    const database = await openDatabase(config, 'serve', (line) => said.push(line))
    const { store, changes } = await openServices(database.connection, config, registry)
    if (add) await changes.create('users', { ...PERSON, password: 'three-blue-waymarks' }, SYSTEM)
    const { rows } = await store.pool.query('show server_version')
    const found = await store.credentials.find(PERSON.email)
    await store.close()
    await database.release()
    return [Number.parseInt(rows[0].server_version, 10), found !== undefined]
  }
  expect(await look(true)).toEqual([OLD, true])
  expect(said.join('\n')).toContain(`uses PostgreSQL ${OLD}, and 18`)

  await expect(upgrade()).rejects.toThrow('add --yes')
  await upgrade('--yes')
  expect(await look(false)).toEqual([18, true])
  expect(readFileSync(join(dataDir, `postgres-${OLD}`, 'PG_VERSION'), 'utf8').trim()).toBe('15')
  expect(JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8')).major).toBe(18)
  expect(existsSync(join(dataDir, 'upgrade'))).toBe(false)
  expect(readdirSync(dataDir).filter((name) => name.endsWith('.tar.gz'))).toHaveLength(1)

  said.length = 0
  await upgrade()
  expect(said.join('')).toContain('newest PostgreSQL')

  // After a cut between the two renames no server creates an empty database.
  rmSync(join(dataDir, 'postgres'), { recursive: true })
  await expect(openDatabase(config, 'serve', () => undefined)).rejects.toThrow(
    /was interrupted\. Rename/,
  )
  write.mockRestore()
})
