import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf, type Outcome, run, type Target } from './tool.ts'

/** All modules that need no server elsewhere and no downloaded lists. */
const MODULES = [
  ...['blindsql', 'cookieflags', 'crlf', 'csp', 'csrf', 'exec', 'file', 'http_headers'],
  ...['permanentxss', 'redirect', 'shellshock', 'sql', 'xss'],
]

interface Found {
  method: string
  path: string
  info: string
  parameter: string
}

const ACCEPTED: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /Strict-Transport-Security/,
    reason: 'this run has no TLS; it is sent with PUBLIC_URL=https://…',
  },
  {
    pattern: /Lack of anti CSRF token/,
    reason: 'both forms are public, so a forged post gains nothing; their Origin must be this site',
  },
  {
    pattern: /X-XSS-Protection/,
    reason: 'browsers have removed it; the content security policy replaces it',
  },
]

/** Scans the landing page, its forms and the sign-in page. */
export async function wapiti({ url }: Target): Promise<Outcome> {
  const folder = folderOf('wapiti')
  const file = join(folder, 'report.json')
  await run(folder, [
    ...['wapiti', '-u', `${url}/`, '-s', `${url}/admin/login`, '-m', MODULES.join(',')],
    ...['-f', 'json', '-o', file, '--flush-session', '--no-bugreport'],
    ...['--store-session', folder, '--store-config', folder],
    // Debian's wapiti offers brotli and cannot read it.
    ...['-H', 'Accept-Encoding: gzip'],
    ...['--max-scan-time', '300', '--max-attack-time', '120'],
  ])
  const report = JSON.parse(readFileSync(file, 'utf8')) as Record<
    'vulnerabilities' | 'anomalies',
    Record<string, Found[]>
  >
  const found = [report.vulnerabilities, report.anomalies].flatMap((kinds) =>
    Object.entries(kinds).flatMap(([kind, all]) =>
      all.map(
        ({ method, path, info, parameter }) =>
          `${kind}: ${method} ${path} ${parameter ?? ''} ${info}`,
      ),
    ),
  )
  const reasonOf = (line: string) => ACCEPTED.find(({ pattern }) => pattern.test(line))?.reason
  return {
    figures: [`${MODULES.length} modules`],
    findings: found.filter((line) => !reasonOf(line)),
    accepted: found.filter(reasonOf).map((line) => `${line}: ${reasonOf(line)}`),
  }
}
