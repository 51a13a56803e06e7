import type { Outcome, Tool } from './outcome.ts'
import { endOf, runIn } from './programs.ts'
import { folderOf } from './target.ts'

interface Report {
  vulnerabilities?: Record<string, { severity: string; via: unknown[] }>
  metadata?: { dependencies?: { total?: number } }
}

/** What is known against the dependencies, by `npm audit`: a registry without advisories answers nothing. */
export const advisories: Tool = {
  async run(): Promise<Outcome> {
    const asked = ['npm', 'audit', '--json', '--package-lock-only']
    const { said } = await runIn(folderOf('advisories'), asked, { cwd: '.' })
    const report = readReport(said)
    if (!report?.vulnerabilities)
      return {
        tool: 'npm audit',
        figures: [],
        findings: [],
        missing:
          'no source of advisories was reached; try again where the registry answers npm audit',
      }
    const found = Object.entries(report.vulnerabilities)
    return {
      tool: 'npm audit',
      figures: [`${report.metadata?.dependencies?.total ?? 0} packages`],
      findings: found.map(([name, { severity }]) => `${name}: ${severity}`),
    }
  },
}

/** It answers in JSON, with warnings before it. */
function readReport(said: string): Report | undefined {
  try {
    return JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as Report
  } catch {
    console.error(endOf(said))
    return undefined
  }
}
