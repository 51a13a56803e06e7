import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { NODE_FLAGS } from '../../support/product.ts'
import { postmasterIn } from '../api/programs.ts'

/** A machine with the product as docs/operations.md installs it, below one folder. */
export interface Machine {
  port: number
  /** Gives the password that the start printed; undefined when it printed none. */
  start(): Promise<string | undefined>
  /** npm run admin -- …, with the server's environment. */
  admin(...args: string[]): { code: number; said: string }
  /** Server and database are killed, and a file without which PostgreSQL does not start is emptied. */
  breakDatabase(): Promise<void>
  setDataAside(): void
  newestBackup(): string
  stop(): Promise<void>
}

interface Wanted {
  folder: string
  home: string
  publicUrl: string
  adminEmail: string
}

export async function machine({ folder, home, publicUrl, adminEmail }: Wanted): Promise<Machine> {
  const [dataDir, backupDir] = [join(home, 'data'), join(home, 'backups')]
  for (const path of [dataDir, backupDir]) mkdirSync(path, { mode: 0o700 })
  const port = await freePort()
  const file = join(home, 'waymark.env')
  const lines = {
    NODE_ENV: 'production',
    PORT: port,
    DATA_DIR: dataDir,
    DEMO: 'off',
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '127.0.0.1',
    ADMIN_EMAIL: adminEmail,
    BACKUP_DIR: backupDir,
    // All of it may be root's here, as in a container.
    WAYMARK_USER: 'root',
  }
  writeFileSync(
    file,
    Object.entries(lines)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const env = { PATH: process.env.PATH, HOME: home }
  const withEnv = `set -a; . ${file}; exec "$@"`
  let server: ChildProcess | undefined

  const ended = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }

  return {
    port,
    async start() {
      const command = ['node', ...NODE_FLAGS, 'dist/server/main.js']
      const child = spawn('sh', ['-c', withEnv, 'sh', ...command], { cwd: folder, env })
      server = child
      const said = await greeting(child)
      console.log(said.trimEnd())
      const [, password] = /^ +Password +([a-z2-9]{5}(?:-[a-z2-9]{5}){3})$/m.exec(said) ?? []
      return password
    },
    admin(...args) {
      console.log(`$ npm run admin -- ${args.join(' ')}`)
      const command = ['node', 'dist/server/command.js', 'admin', ...args]
      const { status, stdout, stderr } = spawnSync('sh', ['-c', withEnv, 'sh', ...command], {
        ...{ cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
      })
      const said = `${stdout}${stderr}`
      console.log(said.trimEnd())
      return { code: status ?? 1, said }
    },
    async breakDatabase() {
      const postmaster = postmasterIn(dataDir)
      await ended('SIGKILL')
      process.kill(postmaster, 'SIGKILL')
      // Its children notice, and go.
      await pause(2000)
      truncateSync(join(dataDir, 'postgres', 'global', 'pg_control'))
    },
    setDataAside() {
      renameSync(dataDir, `${dataDir}.broken`)
      mkdirSync(dataDir, { mode: 0o700 })
    },
    newestBackup() {
      const [newest = ''] = readdirSync(backupDir).sort().reverse()
      return join(backupDir, newest)
    },
    stop: () => ended('SIGTERM'),
  }
}

/** All that a start says until it says where it is. Throws when it ends before. */
async function greeting({ stdout, stderr }: ChildProcess): Promise<string> {
  return await new Promise((resolve, reject) => {
    let said = ''
    const hear = (piece: Buffer) => {
      said += piece
      // The lines after the address come at once with it.
      if (/Sign in with[\s\S]*Password .*\n/.test(said)) setTimeout(() => resolve(said), 200)
    }
    stdout?.on('data', hear)
    stderr?.on('data', hear)
    stdout?.once('close', () => reject(new Error(`The server ended. It said:\n${said}`)))
  })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
