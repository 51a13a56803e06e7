import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadUsers, type Program, productEnv, startProgram } from './programs.ts'

/** The last commit before declared fields became columns: what later ones are measured against. */
export const OLD_COMMIT = '877f028'
const INSTALL_MS = 600_000
const MOST_SAID = 64 * 1024 * 1024
const run = promisify(execFile)

export interface OldProduct {
  program: Program
  dataDir: string
  stop(): Promise<void>
}

/** The product at OLD_COMMIT, built in a folder of its own, with so many users in a database of its own. */
export async function startOldProduct(users: number): Promise<OldProduct> {
  await run('git', ['cat-file', '-e', `${OLD_COMMIT}^{commit}`]).catch(() => {
    throw new Error(`commit ${OLD_COMMIT} is not in this clone`)
  })
  const home = mkdtempSync(join(tmpdir(), 'waymark-old-'))
  const folder = join(home, 'tree')
  const dataDir = join(home, 'data')
  let program: Program | undefined
  const stop = async () => {
    await program?.stop()
    await run('git', ['worktree', 'remove', '--force', folder]).catch(() => undefined)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await run('git', ['worktree', 'add', '--detach', folder, OLD_COMMIT])
    const there = { cwd: folder, timeout: INSTALL_MS, maxBuffer: MOST_SAID }
    await run('npm', ['ci', '--no-audit', '--no-fund'], there)
    await run(process.execPath, ['scripts/build.mjs'], there)
    const env = productEnv(dataDir)
    program = await startProgram([join(folder, 'dist', 'server', 'main.js')], env)
    loadUsers(folder, env, users)
    return { program, dataDir, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
