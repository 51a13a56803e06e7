import { afterEach, expect, test, vi } from 'vitest'
import { systemStatus } from './insight.ts'

const HOUR = 3_600_000

afterEach(() => vi.restoreAllMocks())

/** The warnings of System Status on a server that is up for a day and makes a backup each hour. */
async function warningsFor(lastBackup: Date | undefined): Promise<readonly string[]> {
  vi.spyOn(process, 'uptime').mockReturnValue(86_400)
  const { warnings } = await systemStatus({
    store: {
      lastBackup: async () => lastBackup && { at: lastBackup.toISOString(), bytes: 1, rows: 1 },
    },
    requests: { probe: async () => 1, lastHour: async () => ({ count: 0, avgMs: null }) },
    facts: { backlog: async () => ({ waiting: 0, aside: 0, seconds: 0 }) },
    backupEveryMs: HOUR,
  })
  return warnings
}

test('System Status warns of a backup that is late, is missing, or is dated in the future', async () => {
  const now = Date.now()
  expect(await warningsFor(new Date(now - HOUR))).toEqual([])
  expect(await warningsFor(new Date(now - 3 * HOUR))).toEqual([
    expect.stringMatching(/^The last backup is from .*due every 1 h/),
  ])
  expect(await warningsFor(undefined)).toEqual([
    expect.stringMatching(/^There is no backup yet, .*due every 1 h/),
  ])
  // A clock that was wrong once must not silence the warning until that date.
  expect(await warningsFor(new Date(now + 400 * 24 * HOUR))).toEqual([
    expect.stringMatching(/^The last backup is dated in the future \(.*\)/),
  ])
})
