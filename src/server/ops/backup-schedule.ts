import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/services.ts'
import { backupsIn, isInFuture } from './backup/folder.ts'

const LOOK_MS = 60_000
const DEADLINE_MS = 12 * 3_600_000
const AFTER_FAILURE_MS = 15 * 60_000
const MOST_SAID = 2000

/**
 * Makes a backup whenever the newest one in BACKUP_DIR is older than BACKUP_EVERY: in a process of its own that
 * yields to this one, over one connection of its own, so that no request waits for it.
 */
export function startBackups(
  { background, security }: Pick<Services, 'background' | 'security'>,
  { backup }: Pick<Config, 'backup'>,
  run: (signal: AbortSignal) => Promise<void> = makeInProcess,
): void {
  if (!backup) return
  const rhythm = {
    everyMs: LOOK_MS,
    deadlineMs: DEADLINE_MS,
    soonMs: LOOK_MS,
    afterFailureMs: AFTER_FAILURE_MS,
  }
  background.inBackground('backup', rhythm, async (signal) => {
    // One dated in the future was made while the clock was wrong: it says nothing about when the next is due.
    const newest = (await backupsIn(backup.dir)).find(({ at }) => !isInFuture(at))
    if (newest && Date.now() - newest.at.getTime() < backup.everyMs) return
    try {
      await run(signal)
      security.note('backup_made', { account: null, address: null })
    } catch (error) {
      if (!signal.aborted) security.note('backup_failed', { account: null, address: null })
      throw error
    }
  })
}

/** The command that stands beside this program, without FILE: it knows the folder by the environment. */
function makeInProcess(signal: AbortSignal): Promise<void> {
  const program = (process.argv[1] ?? '').replace(/main(\.\w+)$/, 'command$1')
  const words = [
    ...process.execArgv,
    program,
    'admin',
    'backup',
    '--connections',
    '1',
    '--by-server',
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'], signal })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MOST_SAID)
    })
    child.on('spawn', () => {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`The backup failed: ${said.trim() || `it ended with ${code}`}`))
    })
  })
}
