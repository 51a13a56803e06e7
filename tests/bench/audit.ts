import { spawnSync } from 'node:child_process'
import { signIn, startProduct } from '../support/product.ts'
import { ffuf } from './audit/ffuf.ts'
import { sbom } from './audit/sbom.ts'
import { slowhttptest } from './audit/slowhttp.ts'
import { sqlmap } from './audit/sqlmap.ts'
import type { Outcome, Target, Tool } from './audit/tool.ts'
import { wapiti } from './audit/wapiti.ts'
import { tableHead, tableRow } from './lib/report.ts'

/**
 * Runs security scanners against the built product with demo data: npm run audit [-- tool …]. Their output is in
 * .cache/audit. Exits with 1 on a finding. A tool that is not installed is no pass.
 */
const TOOLS: Readonly<Record<string, Tool>> = { sbom, ffuf, sqlmap, wapiti, slowhttptest }

/** Without these limits the server would refuse scanners before it answers them. */
const LIMITS = {
  SIGN_IN_FAILURES_PER_ACCOUNT: '100000',
  SIGN_IN_FAILURES_PER_ADDRESS: '100000',
  SIGN_INS_PER_ACCOUNT: '100000',
  FORM_POSTS_PER_ADDRESS: '1000000',
  FORM_POSTS_IN_TOTAL: '1000000',
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(TOOLS)
if (names.some((name) => !Object.hasOwn(TOOLS, name))) {
  console.error(`Usage: npm run audit [-- ${Object.keys(TOOLS).join(' | ')} …]`)
  process.exit(2)
}
const product = await startProduct({ ...LIMITS, METRICS_FROM: '127.0.0.1,::1' })
try {
  const url = product.url.replace('localhost', '127.0.0.1')
  const target = { ...product, url, token: (await signIn(url)).token }
  tableHead('tool', 'done', 'result')
  for (const name of names) await scan(name, target)
} finally {
  await product.stop()
}

async function scan(name: string, target: Target): Promise<void> {
  const isInstalled = name === 'sbom' || !spawnSync(name, ['--version']).error
  if (!isInstalled) {
    tableRow(name, '', `not run: apt-get install ${name}`)
    return
  }
  const before = await requestsOf(target)
  const { figures, findings, accepted = [] } = await outcomeOf(name, target)
  const after = await requestsOf(target)
  const failures = after.failures - before.failures
  const all = failures > 0 ? [...findings, `${failures} answers of 5xx`] : findings
  const done = [...figures, `${after.total - before.total} requests`]
  const result = all.length === 0 ? 'clean' : `${all.length} findings`
  tableRow(name, done.join(', '), `${result}, ${accepted.length} accepted`)
  for (const finding of all) console.error(`FINDING: ${finding}`)
  for (const finding of accepted) console.log(`accepted: ${finding}`)
  if (all.length > 0) process.exitCode = 1
}

/** The failure of one tool is a finding, not the end of the others. */
async function outcomeOf(name: string, target: Target): Promise<Outcome> {
  try {
    return (await TOOLS[name]?.(target)) ?? { figures: [], findings: [] }
  } catch (error) {
    return { figures: [], findings: [String(error)] }
  }
}

/** How many requests the server answered, and how many with 5xx. */
async function requestsOf({ url }: Target): Promise<{ total: number; failures: number }> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const counts = [...metrics.matchAll(/^waymark_http_request_seconds_count\{(.*)\} (\d+)$/gm)]
  const sum = (filter: string) =>
    counts.reduce((all, [, labels, n]) => all + (labels?.includes(filter) ? Number(n) : 0), 0)
  return { total: sum(''), failures: sum('status="5xx"') }
}
