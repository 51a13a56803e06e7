import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Cluster, type OpenOptions, openCluster } from '#server/embedded-postgres/open.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const isRoot = process.getuid?.() === 0

/** Another process that opened a cluster, and its report. */
export interface Host {
  readonly process: ChildProcess
  readonly started?: boolean
  readonly connection?: Cluster['connection']
  readonly failure?: string
}

/** Starts a process that opens the cluster. `as` is a command in front of Node, such as setpriv. */
export async function startHost(
  dataDir: string,
  mode: 'serve' | 'join' = 'serve',
  as: readonly string[] = [],
): Promise<Host> {
  const words = [...as, process.execPath, '--import', 'tsx', 'tests/runtime/host.ts', dataDir, mode]
  const child = spawn(words[0] ?? '', words.slice(1), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'exit').then(() => [JSON.stringify({ failure: 'said nothing' })])
  const [line] = await Promise.race([once(lines, 'line'), ended])
  return { process: child, ...JSON.parse(String(line)) }
}

/** A command that runs a program as another account. */
export function asAccount(uid: number): string[] {
  return ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--']
}

/** A command that runs a program without a view of this machine's processes and network, like a container. */
export const inContainer: readonly string[] = [
  'unshare',
  '--pid',
  '--net',
  '--mount-proc',
  '--fork',
  '--kill-child',
  '--',
]

/** Prints a line where this is not permitted. */
export function mayMakeContainers(): boolean {
  const [file = '', ...words] = [...inContainer, 'true']
  const isThere = spawnSync(file, words, { cwd: '/' }).status === 0
  if (!isThere) console.log('Containers are not tested: unshare is not permitted here.')
  return isThere
}

/** Returns true if another account can run Node in this checkout. It cannot below root's home. */
export function isOpenToAll(): boolean {
  const look = `test -r '${join(root, 'package.json')}' && test -x '${process.execPath}'`
  const [file = '', ...words] = [...asAccount(65_534), 'sh', '-c', look]
  return isRoot && spawnSync(file, words, { cwd: '/' }).status === 0
}

/** Ends a host with a signal and waits for its exit. */
export async function endHost(host: Host, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (host.process.exitCode !== null || host.process.signalCode !== null) return
  const gone = once(host.process, 'exit')
  host.process.kill(signal)
  await gone
}

/** A temporary directory, and what removes it. */
export function scratch(name = 'data'): { parent: string; dataDir: string; remove(): void } {
  const parent = mkdtempSync(join(tmpdir(), 'waymark-test-'))
  const remove = () => rmSync(parent, { recursive: true, force: true })
  return { parent, dataDir: join(parent, name), remove }
}

/** Opens a cluster in this process and collects its messages. */
export async function open(dataDir: string, mode: OpenOptions['mode'] = 'serve') {
  const said: string[] = []
  const cluster = await openCluster({ dataDir, mode, say: (line) => said.push(line) })
  return { cluster, said }
}

/** Runs one statement on a new connection and returns its rows. */
export async function query(
  connection: Cluster['connection'],
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => client.removeAllListeners('end'))
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows
  } finally {
    await client.end()
  }
}

/** The process number in the database's pid file. */
export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** True while a process runs; a zombie does not. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Polls until something holds. Throws after half a minute. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Timed out: ${what}.`)
    await sleep(25)
  }
}
