import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome, Tool } from './outcome.ts'
import { endOf, runIn } from './programs.ts'
import { counting, folderOf } from './target.ts'

/** All that work without a server elsewhere and without lists that have to be fetched. */
const MODULES = [
  ...['blindsql', 'cookieflags', 'crlf', 'csp', 'csrf', 'exec', 'file', 'http_headers'],
  ...['permanentxss', 'redirect', 'shellshock', 'sql', 'xss'],
]

interface Report {
  vulnerabilities: Record<string, Found[]>
  anomalies: Record<string, Found[]>
}
interface Found {
  method: string
  path: string
  info: string
  parameter: string
}

/** What is meant to be so. */
const MEANT: readonly { of: RegExp; why: string }[] = [
  {
    of: /Strict-Transport-Security/,
    why: 'this run has no TLS; with PUBLIC_URL=https://… it is sent',
  },
  {
    of: /Lack of anti CSRF token/,
    why: 'both forms are for everybody: who posts them in the name of others gains nothing. Those of other sites are refused by their Origin',
  },
  { of: /X-XSS-Protection/, why: 'browsers have dropped it; the policy of content does its work' },
]

/** The landing page and its forms, by wapiti. */
export const wapiti: Tool = {
  debian: 'wapiti',
  async run(_asked, target): Promise<Outcome> {
    const product = await target()
    const folder = folderOf('wapiti')
    const file = join(folder, 'report.json')
    let ended = { code: 0, said: '' }
    const counted = await counting(product, async () => {
      ended = await runIn(folder, [
        ...['wapiti', '-u', `${product.url}/`, '-s', `${product.url}/admin/login`],
        ...['-m', MODULES.join(','), '-f', 'json', '-o', file, '--flush-session'],
        ...['--store-session', folder, '--store-config', folder, '--no-bugreport'],
        // It asks for what Debian's cannot read.
        ...['-H', 'Accept-Encoding: gzip'],
        ...['--max-scan-time', '300', '--max-attack-time', '120'],
      ])
    })
    const report = readReport(file)
    if (!report)
      return { tool: 'wapiti', ...counted, findings: [`did not finish: ${endOf(ended.said)}`] }
    const found = [report.vulnerabilities, report.anomalies].flatMap((kinds) =>
      Object.entries(kinds).flatMap(([kind, all]) =>
        all.map(
          ({ method, path, info, parameter }) =>
            `${kind}: ${method} ${path} ${parameter ?? ''} ${info}`,
        ),
      ),
    )
    const reasonOf = (line: string) => MEANT.find(({ of }) => of.test(line))?.why
    return {
      tool: 'wapiti',
      figures: [`${MODULES.length} modules`, ...counted.figures],
      findings: [...found.filter((line) => !reasonOf(line)), ...counted.findings],
      aside: found.flatMap((line) => (reasonOf(line) ? [`${line}: ${reasonOf(line)}`] : [])),
    }
  },
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
