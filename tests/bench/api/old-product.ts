import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
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

/** The product at a commit, built in a folder of its own, with so many users in a database of its own. */
export async function startOldProduct(users: number, commit = OLD_COMMIT): Promise<OldProduct> {
  await run('git', ['cat-file', '-e', `${commit}^{commit}`]).catch(() => {
    throw new Error(`commit ${commit} is not in this clone`)
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
    await run('git', ['worktree', 'add', '--detach', folder, commit])
    const there = { cwd: folder, timeout: INSTALL_MS, maxBuffer: MOST_SAID }
    if (await hasOurPackages(commit))
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    else await run('npm', ['ci', '--no-audit', '--no-fund'], there)
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

/** Whether a commit was locked to the packages that are installed here. */
async function hasOurPackages(commit: string): Promise<boolean> {
  const { stdout } = await run('git', ['show', `${commit}:package-lock.json`], {
    maxBuffer: MOST_SAID,
  })
  return stdout === readFileSync('package-lock.json', 'utf8')
}
