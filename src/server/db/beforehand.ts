import type { Client } from 'pg'
import { expectedOf, type MigratedIndex } from './expected.ts'
import { whileHolding } from './holding.ts'
import type { Connection } from './pool.ts'

/** Smaller ones are built by their migration, in a moment. */
const LARGE_BYTES = 16 * 1024 * 1024

/**
 * Builds what a migration says as `create index if not exists` before that migration, beside the work: it finds them
 * then, and nobody who writes waits. What cannot be built so is left to the migration, which writers wait for.
 */
export async function buildBeforehand(
  client: Client,
  connection: Connection,
  sql: string,
): Promise<void> {
  const { indexes } = expectedOf([{ sql }])
  const wanted = indexes.filter(({ statement }) => statement.startsWith(OPTIONAL))
  if (!(await isAnyLeft(client, wanted))) return
  await whileHolding(connection, 'migratedIndexes', 'wait', async () => {
    for (const index of wanted) if (await isLeft(client, index)) await build(client, index)
  })
}

const OPTIONAL = 'create index if not exists '

async function isAnyLeft(client: Client, wanted: readonly MigratedIndex[]): Promise<boolean> {
  for (const index of wanted) if (await isLeft(client, index)) return true
  return false
}

/** Whether it is missing on a large table, or there as an interrupted build left it. */
async function isLeft(client: Client, { name, table }: MigratedIndex): Promise<boolean> {
  const { rows } = await client.query<{ isLeft: boolean }>(
    `select coalesce(
       (select not indisvalid from pg_index where indexrelid = to_regclass($1)),
       pg_relation_size(to_regclass($2)) > $3, false) as "isLeft"`,
    [name, table, LARGE_BYTES],
  )
  return rows[0]?.isLeft === true
}

async function build(client: Client, { name, statement }: MigratedIndex): Promise<void> {
  const drop = () => client.query(`drop index concurrently if exists ${name}`)
  await drop()
  try {
    await client.query(statement.replace(OPTIONAL, 'create index concurrently '))
  } catch {
    await drop()
  }
}
