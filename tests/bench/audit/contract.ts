import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome, Tool } from './outcome.ts'
import { endOf, runIn } from './programs.ts'
import { folderOf } from './target.ts'

/** The house's own fuzzer of the contract, with more requests than the tests have time for. */
export const contract: Tool = {
  async run({ requests, seed }): Promise<Outcome> {
    const folder = folderOf('contract')
    const report = join(folder, 'report.json')
    rmSync(report, { force: true })
    const { code, said } = await runIn(
      folder,
      [
        ...[process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'nightly'],
        'tests/server/api-fuzz.nightly.test.ts',
      ],
      {
        cwd: '.',
        minutes: 60,
        env: {
          FUZZ_REQUESTS: String(requests),
          FUZZ_SEED: String(seed),
          FUZZ_REPORT: report,
        },
      },
    )
    const { calls, answered } = readReport(report)
    const counts = Object.entries(answered)
    const total = counts.reduce((sum, [, count]) => sum + count, 0)
    const failures = counts.reduce(
      (sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0),
      0,
    )
    const findings: string[] =
      code === 0 ? [] : [endOf(said.replaceAll(/^.*(RERUN|⎯).*$/gm, ''), 12)]
    if (total < requests) findings.push(`${total} requests, of ${requests} that were wanted`)
    if (failures > 0) findings.push(`${failures} answers of 5xx`)
    return {
      tool: 'contract fuzzer',
      figures: [
        `${total} requests to ${calls} calls, seed ${seed}`,
        counts.map(([status, count]) => `${status}: ${count}`).join(', '),
        ...(code === 0 ? ['no status and no answer that is not described'] : []),
      ],
      findings,
    }
  },
}

function readReport(file: string): { calls: number; answered: Record<string, number> } {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof readReport>
  } catch {
    return { calls: 0, answered: {} }
  }
}
