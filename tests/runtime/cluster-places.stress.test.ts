import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ClusterError } from '#server/embedded-postgres/layout.ts'
import {
  asAccount,
  endHost,
  isOpenToAll,
  isRoot,
  open,
  query,
  scratch,
  startHost,
} from './hosting.ts'

// Starting processes takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const places: ReturnType<typeof scratch>[] = []
const place = (name?: string) => {
  const made = scratch(name)
  places.push(made)
  return made
}
afterEach(() => {
  for (const made of places.splice(0)) made.remove()
})

async function opens(dataDir: string) {
  const { cluster } = await open(dataDir)
  try {
    const [row] = await query(cluster.connection, 'select 1 as one')
    expect(row).toEqual({ one: 1 })
    return cluster.connection.host
  } finally {
    await cluster.stop()
  }
}

async function refusal(dataDir: string): Promise<string> {
  const failure = await open(dataDir).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(failure).toBeInstanceOf(ClusterError)
  return String(failure)
}

describe('a data directory can have', () => {
  test('a path with spaces, quotes and commas', async () => {
    const { dataDir } = place('my "data", it\'s here')
    expect(await opens(dataDir)).toBe(join(dataDir, 'run'))
  })

  test('a path longer than a socket allows, with a short socket directory that is removed at the end', async () => {
    const { dataDir } = place(join('a'.repeat(60), 'b'.repeat(60)))
    const host = await opens(dataDir)
    expect(host.length).toBeLessThan(90)
    expect(existsSync(host)).toBe(false)
    expect(await opens(dataDir)).toBe(host)
  })

  test.skipIf(!isRoot)('a parent that only root can enter', async () => {
    const { parent, dataDir } = place()
    chmodSync(parent, 0o700)
    await opens(dataDir)
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
    expect(statSync(join(dataDir, 'run')).mode & 0o077).toBe(0)
  })

  test.skipIf(!isRoot)('data that root copied back from a backup', async () => {
    const { parent, dataDir } = place()
    await opens(dataDir)
    const copy = join(parent, 'restored')
    cpSync(dataDir, copy, { recursive: true })
    chmodSync(join(copy, 'postgres'), 0o755)
    expect(statSync(join(copy, 'postgres')).uid).toBe(0)
    await opens(copy)
  })

  test('another owner whose data others cannot read, when root starts the server', async ({
    skip,
  }) => {
    skip(!isOpenToAll(), 'another account needs root to become it, and a checkout it can read')
    const { parent, dataDir } = place()
    chownSync(parent, 65_534, 65_534)
    const host = await startHost(dataDir, 'serve', asAccount(65_534))
    expect(host.failure).toBeUndefined()
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(65_534)
    const refused = await startHost(dataDir, 'join', asAccount(65_533))
    expect(refused.failure).toContain('No permission')
    await endHost(host)
    expect(await opens(dataDir)).toBe(join(dataDir, 'run'))
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(65_534)
  })

  test('no other account of the machine reaches the socket', async ({ skip }) => {
    skip(!isOpenToAll(), 'another account needs root to become it, and a checkout it can read')
    const { parent, dataDir } = place()
    chmodSync(parent, 0o755)
    const { cluster } = await open(dataDir)
    chmodSync(dataDir, 0o755)
    const path = join(cluster.connection.host, '.s.PGSQL.5432')
    const script = `require('net').connect(${JSON.stringify(path)}).on('error', (e) => { console.log(e.code); process.exit() }).on('connect', () => { console.log('connected'); process.exit() })`
    const [file = '', ...words] = [...asAccount(65_534), process.execPath, '-e', script]
    const other = spawnSync(file, words, { encoding: 'utf8', cwd: '/' })
    await cluster.stop()
    expect(other.stdout.trim()).toBe('EACCES')
  })
})

describe('an unusable data directory is refused:', () => {
  test('a file in its place', async () => {
    const { dataDir } = place()
    writeFileSync(dataDir, 'not a directory')
    expect(await refusal(dataDir)).toContain('is a file, but must be a directory')
    expect(await refusal(join(dataDir, 'below'))).toContain('is a file, but must be a directory')
  })

  test.each([
    ['other files', 'notes.txt', '', /contains other files \(notes\.txt\) and no Waymark database/],
    [
      'other files in the place of the database',
      'postgres/holiday.jpg',
      '',
      /contains no PostgreSQL data \(it contains holiday\.jpg\)/,
    ],
    [
      'another PostgreSQL',
      'postgres/PG_VERSION',
      '9\n',
      /was created by PostgreSQL 9, but this machine has: .*18/,
    ],
    ['another engine', 'engine.json', '{"engine": "sqlite"}', /another database engine/],
  ])('%s', async (_, file, content, message) => {
    const { dataDir } = place()
    mkdirSync(dirname(join(dataDir, file)), { recursive: true })
    writeFileSync(join(dataDir, file), content)
    expect(await refusal(dataDir)).toMatch(message)
    // The server creates its own `run` before it looks at the engine.
    const files = readdirSync(dirname(join(dataDir, file))).filter((name) => name !== 'run')
    expect(files).toEqual([basename(file)])
  })

  test('files of a new disk and of an aborted start do not prevent a start', async () => {
    const { dataDir } = place()
    for (const name of ['lost+found', 'run', 'postgres.init-0123456789ab'])
      mkdirSync(join(dataDir, name), { recursive: true })
    await opens(dataDir)
    expect(readdirSync(dataDir).sort()).toEqual(['engine.json', 'lost+found', 'postgres', 'run'])
    // Other files beside a database of Waymark are left alone.
    writeFileSync(join(dataDir, 'notes.txt'), 'mine')
    rmSync(join(dataDir, 'engine.json'))
    await opens(dataDir)
    expect(readdirSync(dataDir)).toContain('notes.txt')
  })

  test('a command creates no database', async () => {
    const { dataDir } = place()
    const join = () => open(dataDir, 'join').catch(String)
    expect(await join()).toContain(`There is no Waymark database in ${dataDir}.`)
    expect(existsSync(dataDir)).toBe(false)
    mkdirSync(dataDir)
    expect(await join()).toContain("Set DATA_DIR to the server's directory")
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('a read-only file system', async ({ skip }) => {
    const { dataDir } = place()
    skip(!mounts(dataDir, 'ro,size=1m'), 'mounting needs root and its rights')
    try {
      expect(await refusal(dataDir)).toContain('read-only file system')
    } finally {
      execFileSync('umount', [dataDir])
    }
  })

  test('a directory without permission', async ({ skip }) => {
    skip(userInfo().uid === 0, 'root may write everywhere')
    const { dataDir } = place()
    mkdirSync(dataDir, { mode: 0o500 })
    expect(await refusal(dataDir)).toContain('No permission')
  })

  test('a disk without room for a new database, and a full one', async ({ skip }) => {
    const { dataDir } = place()
    skip(!mounts(dataDir, 'size=8m'), 'mounting needs root and its rights')
    try {
      expect(await refusal(dataDir)).toContain('is full')
      expect(spawnSync('dd', ['if=/dev/zero', `of=${dataDir}/run/fill`, 'bs=1M']).status).toBe(1)
      expect(await refusal(dataDir)).toContain('is full')
    } finally {
      execFileSync('umount', [dataDir])
    }
  })

  test('a full disk keeps its data, and the server starts again with free space', async ({
    skip,
  }) => {
    const { dataDir } = place()
    skip(!mounts(dataDir, 'size=140m'), 'mounting needs root and its rights')
    try {
      await opens(dataDir)
      const fill = () => spawnSync('dd', ['if=/dev/zero', `of=${dataDir}/fill`, 'bs=1M'])
      fill()
      expect(await refusal(dataDir)).toContain('is full')
      rmSync(join(dataDir, 'fill'))
      await opens(dataDir)
    } finally {
      execFileSync('umount', [dataDir])
    }
  })
})

function mounts(path: string, options: string): boolean {
  mkdirSync(path, { recursive: true })
  return isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).status === 0
}
