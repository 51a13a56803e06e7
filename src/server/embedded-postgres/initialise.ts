import { type ExecFileException, execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import { type Binaries, databaseEnvironment } from './binaries.ts'
import { DATABASE_NAME } from './launch.ts'
import {
  ClusterError,
  databaseError,
  diskError,
  freeBytes,
  type Layout,
  readIfThere,
} from './layout.ts'

/** A new database takes 47 MB, and its write-ahead log soon 16 MB more. */
const ROOM_FOR_NEW = 120 * 1024 * 1024

/**
 * Returns the major version of the existing data; undefined if there is none yet.
 * Throws ClusterError for data that is not a PostgreSQL of ours.
 */
export function existingMajor(layout: Layout): number | undefined {
  const marker = readText(layout.marker)
  if (marker !== undefined && !/"engine":\s*"postgresql"/.test(marker)) {
    throw new ClusterError(
      `${layout.marker} names another database engine than PostgreSQL. Set DATA_DIR to another directory, or use the version of Waymark that made it.`,
    )
  }
  const version = readText(join(layout.data, 'PG_VERSION'))
  if (version !== undefined) return Number.parseInt(version, 10)
  const aside = listing(layout.root)?.find((name) => /^postgres-\d+$/.test(name))
  if (aside && listing(layout.data) === undefined)
    throw new ClusterError(
      `An upgrade of the database was cut off: rename ${join(layout.root, aside)} to ${layout.data}, then run it again (npm run admin -- upgrade-database).`,
    )
  const strangers = listing(layout.data)
  if (strangers === undefined) return undefined
  throw new ClusterError(
    `${layout.data} exists but holds no PostgreSQL data${strangers[0] ? ` (it holds ${strangers[0]})` : ''}. Move it away, or set DATA_DIR to another directory.`,
  )
}

/** Creates a new database under another name and renames it when it is whole, so a killed start leaves no half of one. */
export async function initialise(layout: Layout, binaries: Binaries, account: Account) {
  const { root } = layout
  for (const name of readdirSync(root))
    if (name.startsWith('postgres.init-'))
      rmSync(join(root, name), { recursive: true, force: true, maxRetries: 2 })
  if (freeBytes(root) < ROOM_FOR_NEW) throw diskError({ code: 'ENOSPC' }, root)
  const part = join(root, `postgres.init-${randomBytes(6).toString('hex')}`)
  try {
    mkdirSync(part, { mode: 0o700 })
    chownSync(part, account.uid, account.gid)
    await run(account, binaries.initdb, initdbArguments(part, binaries.major), '', root)
    const single = ['--single', '-D', part, '-c', 'exit_on_error=on', 'postgres']
    await run(account, binaries.postgres, single, foundation, root)
    renameSync(part, layout.data)
    writeMarker(layout, binaries)
    syncDirectory(root)
  } catch (failure) {
    rmSync(part, { recursive: true, force: true })
    throw failure instanceof ClusterError ? failure : diskError(failure, root)
  }
}

/** Writes engine.json beside the data, for people and for later versions of this program. */
export function writeMarker(layout: Layout, { major, version }: Binaries): void {
  if (readText(layout.marker) !== undefined) return
  const note = { engine: 'postgresql', major, version, noted: new Date().toISOString() }
  writeFileSync(layout.marker, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 })
}

/** The application's role is no superuser: an injected statement reaches no file and no program. */
const foundation = [
  `CREATE ROLE ${DATABASE_NAME} LOGIN CREATEDB;`,
  `GRANT pg_checkpoint TO ${DATABASE_NAME};`,
  `CREATE DATABASE ${DATABASE_NAME} OWNER ${DATABASE_NAME};`,
  'REVOKE CONNECT ON DATABASE postgres FROM PUBLIC;',
  '',
].join('\n')

function initdbArguments(part: string, major: number): string[] {
  // The C library's locale decides which letters count as letters (trigrams); macOS has no C.UTF-8.
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  // Sorting and case folding built into PostgreSQL: no system update changes an index's order. Lists sort by ICU
  // (records/schema.ts), and their indexes note its version.
  const builtin = major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  const basics = ['-D', part, '--username=postgres', '--encoding=UTF8', `--locale=${locale}`]
  return [...basics, ...builtin, '--auth=peer', '--no-instructions']
}

async function run(
  account: Account,
  program: string,
  words: string[],
  input: string,
  root: string,
): Promise<void> {
  const { file, args } = account.command(program, words)
  const running = promisify(execFile)(file, args, { cwd: '/', env: databaseEnvironment() })
  // A program that ends early closes its input: its exit code says what matters.
  running.child.stdin?.on('error', () => undefined).end(input)
  try {
    await running
  } catch (failure) {
    const { code, signal, stderr } = failure as ExecFileException & { stderr?: string }
    if (typeof code === 'string') throw failure
    const end = signal ? `was ended by ${signal}` : `failed with code ${code}`
    throw databaseError(`Setting up the database in ${root} ${end}.`, stderr ?? '', root)
  }
}

/** Flushes the names in a directory to the disk. */
export function syncDirectory(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

const readText = (path: string) => readIfThere(path, (one) => readFileSync(one, 'utf8'))
const listing = (path: string) => readIfThere(path, (one) => readdirSync(one))
