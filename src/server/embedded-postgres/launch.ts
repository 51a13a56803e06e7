import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import { type Binaries, databaseEnvironment } from './binaries.ts'
import { databaseError, freeBytes, type Layout, SOCKET_NUMBER } from './layout.ts'

/** The names of the database's one role and one database; the superuser is PostgreSQL's own 'postgres'. */
export const DATABASE_NAME: string = 'waymark'

interface Launch {
  readonly layout: Layout
  readonly binaries: Binaries
  readonly account: Account
  readonly socketDir: string
  /** The file of the data directory's lock, which the database's processes inherit. */
  readonly lock: number | undefined
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
  child.on('error', (error) => {
    words += error.message
    hasEnded = true
  })
  child.on('close', () => {
    hasEnded = true
  })
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
          ? `The disk that holds ${layout.root} is full: the database cannot recover until some space is free.`
          : 'The database is still starting (after a crash it first recovers what was written).',
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
