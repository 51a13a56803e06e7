import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Layout } from './layout.ts'

/** The names of the database's one role and one database; the superuser is PostgreSQL's own 'postgres'. */
export const databaseName = 'waymark'
/** Only the number in the socket's file name: nothing listens on a TCP port. */
export const socketNumber = 5432

/**
 * Writes who may connect: processes of the listed operating-system accounts, as the kernel
 * testifies (peer), over the socket only. There is no password that could leak.
 * The files stand outside of the database's own directory, so that it cannot redirect what we write.
 */
export function writeAccessRules(layout: Layout, peers: readonly string[]): void {
  const quoted = peers.map((name) => `"${name.replaceAll('"', '""')}"`)
  const map = quoted.flatMap((name) =>
    [databaseName, 'postgres'].map((role) => `waymark ${name} ${role}\n`),
  )
  for (const [file, text] of [
    ['pg_hba.conf', 'local all all peer map=waymark\n'],
    ['pg_ident.conf', map.join('')],
  ] as const) {
    const path = join(layout.run, file)
    // On a full disk a file that is right already must not be emptied.
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    rmSync(path, { force: true })
    // Readable by the database's account when that is not ours; the directory above is closed to others.
    writeFileSync(path, text, { mode: 0o644 })
  }
}

/** Gives the postgres arguments for a start with its socket in the given directory. */
export function serverArguments(layout: Layout, socketDir: string): string[] {
  const settings: Record<string, string> = {
    hba_file: join(layout.run, 'pg_hba.conf'),
    ident_file: join(layout.run, 'pg_ident.conf'),
    listen_addresses: '',
    // A quoted item of a list: the path may hold spaces and commas.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(socketNumber),
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
    // Terse: the detail of a unique violation names the value, which may be an address of a person.
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
