import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAlone } from '#server/db/pool.ts'
import { databaseProcesses } from '../../bench/chaos/ground.ts'
import { rowsOf } from '../../support/raw-rows.ts'
import { freePort, handOver, runToEnd, type Started, start } from './programs.ts'

/** One PostgreSQL 15 of the trial. */
export interface Database {
  port: number
  connection: { host: string; port: number; user: string; database: string }
  program: Started
  folder: string
}

/** An empty primary with the role and the database of the product. */
export async function makePrimary(place: string): Promise<Database> {
  const folder = join(place, 'primary')
  mkdirSync(folder, { mode: 0o700 })
  handOver(folder)
  const words = ['-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-U', 'postgres']
  runToEnd('initdb', ['-D', folder, ...words])
  const database = await startOn(folder, place)
  await execute(database, 'postgres', [
    'create role waymark login',
    "create database waymark owner waymark encoding 'UTF8' template template0",
  ])
  await execute(database, 'waymark', ['create extension pg_trgm'])
  return database
}

/** A streaming replica of it, for which every commit waits from now on. */
export async function makeReplica(primary: Database, place: string): Promise<Database> {
  const folder = join(place, 'replica')
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
  runToEnd('pg_basebackup', [...from, '-D', folder, '-R', '-X', 'stream', '-c', 'fast'])
  const replica = await startOn(folder, place)
  await execute(primary, 'postgres', [
    "alter system set synchronous_standby_names = '*'",
    'select pg_reload_conf()',
  ])
  const isSync = "select 1 as n from pg_stat_replication where sync_state = 'sync'"
  await until('the replica is synchronous', async () => {
    const found = await rowsOf({ ...primary.connection, user: 'postgres' }, isSync)
    return found.length === 1
  })
  return replica
}

/** All processes of the primary die at once, as when its machine does. */
export async function kill({ program, folder }: Database): Promise<void> {
  const { others } = databaseProcesses(folder)
  const gone = program.end('SIGKILL')
  for (const pid of others) process.kill(pid, 'SIGKILL')
  await gone
}

/** Makes the replica the one that is written. */
export function promote({ folder }: Database): void {
  runToEnd('pg_ctl', ['-D', folder, 'promote', '-w'])
}

/** How often tables were read since the start, and the parts of those that are partitioned. */
export async function readsOf(
  { connection }: Database,
  tables: readonly string[],
): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    connection,
    `select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int as n
     from pg_stat_user_tables where relname ~ '^(${tables.join('|')})(_[0-9_]+)?$'`,
  )
  return row?.n ?? 0
}

async function startOn(folder: string, place: string): Promise<Database> {
  const port = await freePort()
  appendFileSync(
    join(folder, 'postgresql.conf'),
    `\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${place}'
max_connections = 200\nhot_standby_feedback = on\n`,
  )
  const program = start('postgres', ['-D', folder])
  const connection = { host: '127.0.0.1', port, user: 'waymark', database: 'waymark' }
  const database = { port, connection, program, folder }
  await until(`PostgreSQL answers on ${port}`, async () => {
    const client = await connectAlone({ ...connection, user: 'postgres', database: 'postgres' })
    await client.end()
    return true
  })
  return database
}

async function execute(
  { connection }: Database,
  database: string,
  statements: readonly string[],
): Promise<void> {
  const client = await connectAlone({ ...connection, user: 'postgres', database })
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Waits until it is so. What throws is not so yet. Throws after a minute. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) throw new Error(`In vain it was waited for: ${what}.`)
    await pause(50)
  }
}
