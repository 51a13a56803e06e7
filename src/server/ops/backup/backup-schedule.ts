import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/services.ts'
import { backupsIn, EXIT_BUSY, isInFuture } from './backup-folder.ts'

const MINUTE_MS = 60_000
const RHYTHM = {
  everyMs: MINUTE_MS,
  soonMs: MINUTE_MS,
  deadlineMs: 12 * 60 * MINUTE_MS,
  afterFailureMs: 15 * MINUTE_MS,
}
const MOST_SAID = 2000

/** Makes a backup whenever the newest one in BACKUP_DIR is older than BACKUP_EVERY. */
export function startBackups(
  { background, security }: Pick<Services, 'background' | 'security'>,
  { backup }: Pick<Config, 'backup'>,
  run: (signal: AbortSignal) => Promise<boolean> = makeInProcess,
): void {
  if (!backup) return
  background.schedule('backup', RHYTHM, async (signal) => {
    // One dated in the future was made while the clock was wrong: it says nothing about when the next is due.
    const newest = (await backupsIn(backup.dir)).find(({ at }) => !isInFuture(at))
    if (newest && Date.now() - newest.at.getTime() < backup.everyMs) return
    try {
      const isMade = await run(signal)
      if (isMade) security.note('backup_made', { account: null, address: null })
    } catch (error) {
      if (!signal.aborted) security.note('backup_failed', { account: null, address: null })
      throw error
    }
  })
}

/**
 * Runs the command in a process of lower priority, so that requests do not wait for it. Returns false when another
 * process makes a backup now.
 */
function makeInProcess(signal: AbortSignal): Promise<boolean> {
  const program = commandBeside(process.argv[1] ?? '')
  const words = [...process.execArgv, program, 'admin', 'backup', '--by-server']
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
      if (code === 0 || code === EXIT_BUSY) resolve(code === 0)
      else reject(new Error(`The backup failed: ${said.trim() || `it ended with ${code}`}`))
    })
  })
}

/** In the sources the command has a folder of its own; once built, it is beside the server. */
function commandBeside(main: string): string {
  return main.replace(/main(\.\w+)$/, (_, end) => `${end === '.ts' ? 'cli/' : ''}command${end}`)
}
