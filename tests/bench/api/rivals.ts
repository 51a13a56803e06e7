import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { API_BASE } from '#contract/api.ts'
import type { Connection } from '#server/db/pool.ts'
import { admin, signIn } from '../../support/product.ts'
import type { Target } from './load.ts'
import { OLD_COMMIT, startOldProduct } from './old-product.ts'
import { postmasterIn, startProgram } from './programs.ts'

/** Somebody else's list of the same users. */
export interface Rival {
  name: string
  target: Target
  /** The product itself, of former times. */
  isOld?: boolean
  stop(): Promise<void>
}

const PEERS = resolve('.cache', 'peers')
/** The peer's program and its pinned packages, which are the bench's alone. */
const ADMIN_JS = join(import.meta.dirname, 'adminjs')
const INSTALL_MS = 10 * 60_000
const MOST_SAID = 64 * 1024 * 1024
const ANSWER_MS = 120_000
const run = promisify(execFile)

/** The product at OLD_COMMIT with as many users in a database of its own. */
export async function startOld(users: number): Promise<Rival> {
  const { program, dataDir, stop } = await startOldProduct(users)
  try {
    const { token } = await signIn(program.url)
    const target = {
      url: program.url,
      headers: { authorization: `Bearer ${token}` },
      paths: [`${API_BASE}/users?page=1&limit=10`],
      pid: program.pid,
      postmaster: postmasterIn(dataDir),
    }
    return { name: `the product at ${OLD_COMMIT}`, isOld: true, target, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** json-server over a file of the same users; nobody signs in. */
export async function startJsonServer(rows: readonly object[], folder: string): Promise<Rival> {
  const file = join(folder, 'db.json')
  writeFileSync(file, JSON.stringify({ users: rows }))
  const port = await freePort()
  const cli = resolve('node_modules', 'json-server', 'lib', 'cli', 'bin.js')
  const args = [cli, '--quiet', '--host', '127.0.0.1', '--port', String(port), file]
  const url = `http://127.0.0.1:${port}`
  const path = '/users?_page=1&_limit=10&_sort=createdAt&_order=desc'
  const program = await startProgram(args, process.env, async (child) => {
    await answers(`${url}${path}`, () => child.exitCode === null)
    return url
  })
  const { pid, stop } = program
  return {
    name: 'json-server 0.17',
    target: { url, headers: {}, paths: [path], pid, postmaster: undefined },
    stop,
  }
}

/** AdminJS over the very table of the users, with a session of its own. Installs it at the first time. */
export async function startAdminJs(
  connection: Connection,
  table: string,
  postmaster: number,
): Promise<Rival> {
  const entry = await installAdminJs()
  const program = await startProgram(
    [entry, JSON.stringify(connection), table, admin.email, admin.password],
    { ...process.env, NODE_ENV: 'production', ADMIN_JS_SKIP_BUNDLE: 'true' },
  )
  const { url, pid, stop } = program
  try {
    const login = await fetch(`${url}/admin/login`, {
      method: 'POST',
      body: new URLSearchParams(admin),
      redirect: 'manual',
    })
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    const path =
      '/admin/api/resources/users/actions/list?page=1&perPage=10&sortBy=created_at&direction=desc'
    const list = await fetch(`${url}${path}`, { headers: { cookie } })
    const { records = [] } = (await list.json()) as { records?: unknown[] }
    if (records.length !== 10) throw new Error(`AdminJS listed ${records.length} users, not 10`)
    const target = { url, headers: { cookie }, paths: [path], pid, postmaster }
    return { name: 'AdminJS 7.8', target, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The peer stands below .cache with its own package.json: the project's stays as it is. */
async function installAdminJs(): Promise<string> {
  const pinned = readFileSync(join(ADMIN_JS, 'package.json'), 'utf8')
  const done = join(PEERS, 'installed.json')
  mkdirSync(PEERS, { recursive: true })
  for (const file of ['package.json', 'server.mjs'])
    copyFileSync(join(ADMIN_JS, file), join(PEERS, file))
  if (!existsSync(done) || readFileSync(done, 'utf8') !== pinned) {
    const options = { cwd: PEERS, timeout: INSTALL_MS, maxBuffer: MOST_SAID }
    await run('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], options)
    writeFileSync(done, pinned)
  }
  return join(PEERS, 'server.mjs')
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening))
  const { port } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  return port
}

/** Waits for a good answer, as long as the server that shall give it runs. */
async function answers(url: string, isRunning: () => boolean): Promise<void> {
  const until = Date.now() + ANSWER_MS
  while (isRunning() && Date.now() < until) {
    const isUp = await fetch(url).then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
    if (isUp) return
    await sleep(100)
  }
  throw new Error(`${url} did not answer`)
}
