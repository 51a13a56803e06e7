import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The first admin of every test run. */
export const admin = { email: 'amina.osei@example.org', password: 'seven-cairns-uphill' }

export interface Product {
  url: string
  stop(): Promise<void>
}

const ENTRY = 'dist/server/main.js'
const START_LIMIT = 60_000

/**
 * Starts the built product with a database of its own on a free port.
 * Takes variables to add to its environment, and the folder of another build.
 * Throws with what it printed when it does not come up.
 */
export async function startProduct(
  env: Record<string, string> = {},
  folder = '.',
): Promise<Product> {
  const entry = join(folder, ENTRY)
  if (!existsSync(entry)) throw new Error(`${entry} is missing. Run: npm run build`)
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-browser-'))
  const server = spawn(process.execPath, [entry], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: 'on',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      // The suite signs in wrongly on purpose, and always from one address.
      SIGN_IN_FAILURES_PER_ADDRESS: '500',
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

function addressOf(server: ChildProcess): Promise<string> {
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

function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
}
