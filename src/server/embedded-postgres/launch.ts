import { type ExecFileException, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import { type Binaries, databaseEnvironment } from './binaries.ts'
import {
  ClusterError,
  databaseError,
  diskError,
  freeBytes,
  type Layout,
  readIfThere,
  SOCKET_NUMBER,
} from './layout.ts'

/** The names of the database's one role and one database; the superuser is PostgreSQL's own 'postgres'. */
export const DATABASE_NAME: string = 'waymark'

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
      `${layout.marker} names another database engine. Set DATA_DIR to another directory, or use the version of Waymark that created it.`,
    )
  }
  const version = readText(join(layout.data, 'PG_VERSION'))
  if (version !== undefined) return Number.parseInt(version, 10)
  const aside = listing(layout.root)?.find((name) => /^postgres-\d+$/.test(name))
  if (aside && listing(layout.data) === undefined)
    throw new ClusterError(
      `An upgrade of the database was interrupted. Rename ${join(layout.root, aside)} to ${layout.data}, then run it again: npm run admin -- upgrade-database`,
    )
  const strangers = listing(layout.data)
  if (strangers === undefined) return undefined
  throw new ClusterError(
    `${layout.data} exists but contains no PostgreSQL data${strangers[0] ? ` (it contains ${strangers[0]})` : ''}. Move it away, or set DATA_DIR to another directory.`,
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
    await run(account, root, binaries.initdb, initdbArguments(part, binaries.major))
    const single = ['--single', '-D', part, '-c', 'exit_on_error=on', 'postgres']
    await run(account, root, binaries.postgres, single, FOUNDATION)
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
const FOUNDATION = `CREATE ROLE ${DATABASE_NAME} LOGIN CREATEDB;
GRANT pg_checkpoint TO ${DATABASE_NAME};
CREATE DATABASE ${DATABASE_NAME} OWNER ${DATABASE_NAME};
REVOKE CONNECT ON DATABASE postgres FROM PUBLIC;
`

function initdbArguments(part: string, major: number): string[] {
  // The C library's locale decides which letters count as letters (trigrams); macOS has no C.UTF-8.
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  // Sorting and case folding built into PostgreSQL: no system update changes an index's order. Lists sort by ICU
  // (records/schema.ts), and their indexes note its version.
  const builtin = major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  const basics = ['-D', part, '--username=postgres', '--encoding=UTF8', `--locale=${locale}`]
  return [...basics, ...builtin, '--auth=peer', '--no-instructions']
}

async function run(account: Account, root: string, program: string, words: string[], input = '') {
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

interface Launch {
  layout: Layout
  binaries: Binaries
  account: Account
  socketDir: string
  /** The file of the data directory's lock, which the database's processes inherit. */
  lock: number | undefined
  say(line: string): void
}

/** How long a start may take before it is reported; then again each half minute. */
const NEWS_MS = 4000
const MORE_NEWS_MS = 30_000
/** How long a process that was just killed may hold its files. */
const DYING_MS = 8000
const IN_THE_WAY = /lock file .* already exists|pre-existing shared memory block/
/** PostgreSQL needs another segment of its log, of 16 MB, to recover. */
const FULL_BYTES = 16 * 1024 * 1024

/**
 * Starts the database and waits until it accepts connections, however long its recovery takes.
 * Throws ClusterError with the database's own words when it does not start.
 */
export async function launch(options: Launch): Promise<void> {
  const { log } = options.layout
  const end = performance.now() + DYING_MS
  for (;;) {
    const said = await attempt(options)
    if (said === undefined) return
    const words = `${said}\n${lastLogged(log)}`
    if (!IN_THE_WAY.test(words) || performance.now() > end)
      throw databaseError('The database did not start:', words, log)
    await sleep(100)
  }
}

/** Starts the database once. Returns what it said if it ended before it was ready. */
async function attempt(options: Launch): Promise<string | undefined> {
  const { layout, binaries, account, socketDir, lock, say } = options
  // With the lock, no database runs here: a crash left these files. Without a lock they are void if their process is
  // no database of this directory.
  const pid = readPostmaster(layout)?.pid
  if (lock !== undefined || (pid !== undefined && !isOurs(layout, pid)))
    for (const path of [
      join(layout.data, 'postmaster.pid'),
      join(socketDir, `.s.PGSQL.${SOCKET_NUMBER}.lock`),
    ])
      rmSync(path, { force: true })
  const { file, args } = account.command(binaries.postgres, serverArguments(layout, socketDir))
  // In a process group of its own, so that Ctrl-C reaches only this process, which then stops the database.
  const child = spawn(file, args, {
    cwd: '/',
    detached: true,
    env: databaseEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', lock ?? 'ignore'],
  })
  let words = ''
  let hasEnded = false
  child.stderr?.on('data', (chunk: Buffer) => {
    words += chunk.toString()
  })
  const end = (error?: unknown) => {
    if (error instanceof Error) words += error.message
    hasEnded = true
  }
  child.on('error', end).on('close', end)
  let newsAt = performance.now() + NEWS_MS
  while (!hasEnded) {
    const found = readPostmaster(layout)
    if (found?.status === 'ready' && found.pid === child.pid) {
      // Nothing of the database may keep this process alive.
      child.stderr?.destroy()
      child.unref()
      return undefined
    }
    if (performance.now() > newsAt) {
      say(
        freeBytes(layout.root) < FULL_BYTES
          ? `The disk with ${layout.root} is full. The database cannot recover until some space is free.`
          : 'The database is still starting. After a crash it first recovers the latest writes.',
      )
      newsAt = performance.now() + MORE_NEWS_MS
    }
    await sleep(15)
  }
  return words
}

/** The last errors in the newest log file: a running PostgreSQL writes only there. */
function lastLogged(dir: string): string {
  try {
    const changedAt = (path: string) => statSync(path).mtimeMs
    const files = readdirSync(dir).map((name) => join(dir, name))
    const newest = files.sort((a, b) => changedAt(b) - changedAt(a))[0] ?? ''
    if (Date.now() - changedAt(newest) > 60_000) return ''
    const lines = readFileSync(newest, 'utf8').match(/^.*(FATAL|PANIC): .*$/gm) ?? []
    return lines.slice(-3).join('\n')
  } catch {
    return ''
  }
}

/**
 * Writes who may connect: processes of the listed operating-system accounts, as the kernel confirms (peer). There is no
 * password that could leak. The database's account cannot write to `run`, where the files are.
 */
export function writeAccessRules(layout: Layout, peers: readonly string[]): void {
  const map = peers.flatMap((name) =>
    [DATABASE_NAME, 'postgres'].map((role) => `waymark "${name.replaceAll('"', '""')}" ${role}\n`),
  )
  const files = { 'pg_hba.conf': 'local all all peer map=waymark\n', 'pg_ident.conf': map.join('') }
  for (const [file, text] of Object.entries(files)) {
    const path = join(layout.run, file)
    // On a full disk a file that is right already must not be emptied.
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    rmSync(path, { force: true })
    // Readable by the database's account when that is not ours; the directory above is closed to others.
    writeFileSync(path, text, { mode: 0o644 })
  }
}

function serverArguments(layout: Layout, socketDir: string): string[] {
  const settings: Record<string, string> = {
    hba_file: join(layout.run, 'pg_hba.conf'),
    ident_file: join(layout.run, 'pg_ident.conf'),
    listen_addresses: '',
    // A quoted item of a list: the path may hold spaces and commas.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(SOCKET_NUMBER),
    max_connections: '60',
    shared_buffers: '128MB',
    dynamic_shared_memory_type: sharedMemoryIsSmall() ? 'mmap' : 'posix',
    // No replicas: less is written. fsync and full_page_writes stay on.
    wal_level: 'minimal',
    max_wal_senders: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: layout.log,
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    // Terse: the detail of a unique violation names the value, which may be a person's address.
    log_error_verbosity: 'terse',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', layout.data, ...flags]
}

/** Containers often have 64 MB of /dev/shm: too little for parallel queries. */
function sharedMemoryIsSmall(): boolean {
  try {
    const { bsize, blocks } = statfsSync('/dev/shm')
    return bsize * blocks < 256 * 1024 * 1024
  } catch {
    return true
  }
}

/** Reads postmaster.pid; undefined if it is missing or incomplete. */
export function readPostmaster(layout: Layout) {
  try {
    // pid, data directory, start time, port, socket directory, listen address, shared memory, status
    const text = readFileSync(join(layout.data, 'postmaster.pid'), 'utf8')
    const [id, , , port, socketDir = '', , , status = ''] = text.split('\n')
    const pid = Number(id)
    if (!Number.isSafeInteger(pid) || pid <= 1) return undefined
    return { pid, port: Number(port), socketDir, status: status.trim() }
  } catch {
    return undefined
  }
}

/**
 * Returns whether the process is alive and is the database of this directory. After a reboot the number may belong to
 * another program.
 */
export function isOurs(layout: Layout, pid: number): boolean {
  const words = commandLine(pid)
  const [program = ''] = words
  return /(^|\/)(postgres|postmaster)$/.test(program) && words.includes(layout.data)
}

/** Stops the database with a checkpoint; after 10 s without one. */
export async function stopPostmaster(layout: Layout, pid: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (!isOurs(layout, pid)) return
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const end = performance.now() + patience
    while (isOurs(layout, pid) && performance.now() < end) await sleep(20)
  }
}

/** The words of a process's command line; none if it has ended or is a zombie. */
function commandLine(pid: number): string[] {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const said = execFileSync('ps', ['-o', 'stat=', '-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim()
    // Words with spaces cannot be separated here: the data directory follows -D.
    const found = /^(\S+)\s+(\S*postgres) -D (.+?)( -c .*)?$/.exec(said)
    return found?.[1] && !found[1].startsWith('Z') ? [found[2] ?? '', found[3] ?? ''] : []
  } catch {
    return []
  }
}
