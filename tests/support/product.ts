import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_BASE } from '#contract/api.ts'

/** The first admin of every test run. */
export const admin = { email: 'amina.osei@example.org', password: 'seven-cairns-uphill' }

export interface Product {
  url: string
  stop(): Promise<void>
}

const ENTRY = 'dist/server/main.js'
/** The program that serves a console for another backend. */
export const CONSOLE = 'dist/server/console.js'
/** What `npm start` tells Node of memory, so that everything here runs as it does. */
export const NODE_FLAGS: readonly string[] =
  readFileSync('package.json', 'utf8')
    .match(/"start": "([^"]*)"/u)?.[1]
    ?.match(/--\S+/gu) ?? []
/** Milliseconds; a start usually takes three seconds. */
const START_LIMIT = 60_000

/**
 * Starts the built product with a database of its own on a free port.
 * Takes variables to add to its environment, the folder of another build, and which of its programs.
 * Throws with what it printed when it does not come up.
 */
export async function startProduct(
  env: Record<string, string> = {},
  folder = '.',
  program = ENTRY,
): Promise<Product> {
  const entry = join(folder, program)
  if (!existsSync(entry)) throw new Error(`${entry} is missing. Run: npm run build`)
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-browser-'))
  const server = spawn(process.execPath, [...NODE_FLAGS, entry], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: 'on',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      // The tests sign in wrongly on purpose and post forms, always from one address, and the same admin
      // signs in again and again beside the session that most tests of a worker share.
      SIGN_IN_FAILURES_PER_ADDRESS: '500',
      SIGN_INS_PER_ACCOUNT: '500',
      SESSIONS_PER_USER: '500',
      // That session is as old as the worker.
      CONFIRM_MINUTES: '1440',
      FORM_POSTS_PER_ADDRESS: '5000',
      FORM_POSTS_IN_TOTAL: '5000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    await ended(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    return { url: await addressOf(server), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Where a server that was just started can be reached. Throws with what it printed when it cannot. */
export function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => fail('did not start in time'), START_LIMIT)
    const fail = (why: string) => {
      clearTimeout(timer)
      reject(new Error(`The server ${why}. It said:\n${said}`))
    }
    const listen = (chunk: Buffer) => {
      said += chunk
      const [, url] = /(http:\/\/[\w.:[\]-]+)\/admin\b/.exec(said) ?? []
      if (!url) return
      clearTimeout(timer)
      resolve(url)
    }
    server.stdout?.on('data', listen)
    server.stderr?.on('data', listen)
    server.once('exit', (code) => fail(`ended with code ${code}`))
  })
}

/** Signs the first admin in to a running product; the session may be used by who is given its token. */
export async function signIn(url: string): Promise<{ token: string; user: object }> {
  const response = await fetch(`${url}${API_BASE}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  if (!response.ok)
    throw new Error(`The sign-in answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { token: string; user: object }
}

/** Chooses another password for somebody to whom an admin gave one, who has to before anything else. */
export async function choosePassword(
  url: string,
  email: string,
  current: string,
  next: string,
): Promise<void> {
  const post = (path: string, body: object, token = '') =>
    fetch(`${url}${API_BASE}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { token } = (await (await post('/auth/login', { email, password: current })).json()) as {
    token: string
  }
  const answer = await post('/account/password', { current, next }, token)
  if (!answer.ok) throw new Error(`It was answered ${answer.status}: ${await answer.text()}`)
}

function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
}
