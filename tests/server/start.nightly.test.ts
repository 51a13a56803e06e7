import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { readConfig } from '#server/config.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { explainFailure } from '#server/failure.ts'
import { ensureAdmin, SYSTEM } from '#server/first-admin.ts'
import { createChanges } from '#server/history/changes.ts'
import { createAccess } from '#server/records/access.ts'
import { openServices, openStore } from '#server/services.ts'
import { createDatabase, query } from '../support/app.ts'

const migrations = readMigrations()
const open = async (connection: Connection, resources = registry) =>
  openStore(connection, resources, { ...(await readConfig({})), databaseConnections: 2 })

test('four starts at once on an empty database create the tables once', async () => {
  const connection = await createDatabase('template0')
  const stores = await Promise.all([1, 2, 3, 4].map(() => open(connection)))
  for (const store of stores) await store.close()
  const rows = await query<{ id: number }>(connection, 'select id from migrations')
  expect(rows).toEqual(migrations.map(({ id }) => ({ id })))
})

test('a start with nothing to change waits for no reader or writer', async () => {
  const connection = await createDatabase()
  const tables = await query<{ name: string }>(
    connection,
    `select oid::regclass::text as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  )
  const writer = await connectAlone(connection)
  // The strongest lock that readers and writers hold.
  const names = tables.map(({ name }) => name).join(', ')
  await writer.query(`begin; lock table ${names} in row exclusive mode`)
  const opened = open(connection)
  const first = await Promise.race([opened.then(() => 'opened'), pause(10_000, 'waits')])
  await writer.end()
  await (await opened).close()
  expect(first).toBe('opened')
})

test('an older program refuses a newer database with a reason', async () => {
  const connection = await createDatabase()
  await query(connection, `insert into migrations (id, name) values (9999, 'from the future')`)
  const failure = await open(connection).catch((error: unknown) => explainFailure(error))
  expect(failure).toBe(
    `The database was last used by a newer version (its schema is 9999, this version knows ${migrations.at(-1)?.id}). Start the newer version, or use another database.`,
  )
})

test('a database with a different later migration is refused with its name', async () => {
  const connection = await createDatabase()
  const client = await connectAlone(connection)
  const later = { id: 9998, name: 'later', sql: 'select 1', checksum: 'abc' }
  await client.query(`insert into migrations (id, name, checksum) values (9998, 'other', 'def')`)
  const failure = await migrate(client, [...migrations, later]).catch(explainFailure)
  await client.end()
  expect(failure).toMatch(
    /^Migration 9998 \(other\) of the database differs from that of this version/,
  )
})

test('only an index whose expression changed is created again', async () => {
  const connection = await createDatabase()
  const indexes = () =>
    query<{ oid: number; name: string; definition: string }>(
      connection,
      `select indexrelid::int as oid, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = 'rec_users'::regclass order by 2`,
    )
  const wanted = await indexes()
  await query(connection, 'drop index rec_users_email_unique')
  await query(connection, 'create unique index rec_users_email_unique on rec_users (id)')
  // As from another declaration.
  await query(connection, `comment on index rec_users_email_unique is '0123456789abcdef'`)
  await (await open(connection)).close()
  const now = await indexes()
  expect(now.map(({ definition }) => definition)).toEqual(
    wanted.map(({ definition }) => definition),
  )
  const isOther = ({ name }: { name: string }) => name !== 'rec_users_email_unique'
  expect(now.filter(isOther)).toEqual(wanted.filter(isOther))
})

test('where extensions are not allowed, searches work without an index', async () => {
  const connection = await createDatabase('template0')
  await query(connection, `revoke create on database ${connection.database} from current_user`)
  const store = await open(connection)
  expect(store.hasSearchIndex).toBe(false)
  const changes = createChanges(store, registry, {}, createAccess(registry))
  await changes.create('career-fields', { name: 'Falconry' }, SYSTEM)
  const page = await store.records('career-fields').list({
    offset: 0,
    limit: 10,
    search: 'FALCON',
    sort: [{ path: 'name', descending: false }],
    filters: [],
  })
  expect(page.total).toBe(1)
  await store.close()
})

test('the first admin is created once, configured or with a random password', async () => {
  const connection = await createDatabase()
  const services = await openServices(connection, await readConfig({}), registry)
  const { store } = services
  const make = (email?: string, password?: string) => ensureAdmin(services, { email, password })
  const first = await make()
  expect(first).toMatchObject({ email: 'admin@waymark.local', isNew: true })
  expect(first.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
  expect(await make('other@example.org', 'long-enough-word')).toEqual({
    email: 'admin@waymark.local',
    isNew: false,
  })
  // If nobody can sign in, the configured admin gets access again.
  await query(connection, 'delete from credentials')
  const second = await make('ADMIN@waymark.local', 'long-enough-word')
  expect(second).toEqual({ email: 'ADMIN@waymark.local', isNew: true })
  expect(await query(connection, 'select 1 from rec_users')).toHaveLength(1)
  await store.close()
})
