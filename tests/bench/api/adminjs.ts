import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { admin } from '../../support/product.ts'
import { type Program, startProgram } from '../lib/process.ts'
import type { Server } from '../lib/server.ts'
import type { Loaded } from './wrk.ts'

/** AdminJS has a package.json of its own: no installation of the product waits for it. */
const SOURCE = join(import.meta.dirname, 'adminjs')
const INSTALLED = resolve('.cache', 'peers')

/** Starts AdminJS on the product's table of users, signed in. The first run installs it. */
export async function startAdminJs(
  server: Server,
  table: string,
): Promise<{ program: Program; target: Loaded }> {
  const program = await startProgram(
    [install(), JSON.stringify(server.connection), table, admin.email, admin.password],
    { ...process.env, NODE_ENV: 'production', ADMIN_JS_SKIP_BUNDLE: 'true' },
  )
  try {
    const { url, pid } = program
    const login = await fetch(`${url}/admin/login`, {
      method: 'POST',
      body: new URLSearchParams(admin),
      redirect: 'manual',
    })
    const headers = { cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '' }
    const path =
      '/admin/api/resources/users/actions/list?page=1&perPage=10&sortBy=created_at&direction=desc'
    const list = await fetch(`${url}${path}`, { headers })
    const { records = [] } = (await list.json()) as { records?: unknown[] }
    if (records.length !== 10) throw new Error(`AdminJS listed ${records.length} users, not 10.`)
    return { program, target: { url, headers, paths: [path], pid, dataDir: server.dataDir } }
  } catch (error) {
    await program.stop()
    throw error
  }
}

function install(): string {
  const wanted = readFileSync(join(SOURCE, 'package.json'), 'utf8')
  const done = join(INSTALLED, 'installed.json')
  mkdirSync(INSTALLED, { recursive: true })
  for (const file of ['package.json', 'server.mjs'])
    copyFileSync(join(SOURCE, file), join(INSTALLED, file))
  if (!existsSync(done) || readFileSync(done, 'utf8') !== wanted) {
    console.log('Installing AdminJS (once) …')
    const args = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', args, { cwd: INSTALLED, stdio: 'inherit' })
    writeFileSync(done, wanted)
  }
  return join(INSTALLED, 'server.mjs')
}
