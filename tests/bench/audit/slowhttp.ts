import { API_BASE } from '#contract/api.ts'
import { atRate } from '../lib/load.ts'
import { percentile } from '../lib/stats.ts'
import { endOf, folderOf, type Outcome, run, type Target } from './tool.ts'

const CONNECTIONS = 500
const SECONDS = 20
/** The longest answer to others, in ms. */
const LONGEST = 2000
const COMMON = ['-c', String(CONNECTIONS), '-r', '100', '-l', String(SECONDS), '-p', '3']

const ATTACKS: readonly { name: string; path: string; args: readonly string[] }[] = [
  { name: 'headers', path: '/', args: ['-H', '-i', '5', '-x', '24'] },
  {
    name: 'body',
    path: `${API_BASE}/contact`,
    args: ['-B', '-i', '5', '-s', '8192', '-x', '10'],
  },
  {
    name: 'read',
    path: `${API_BASE}/openapi.json`,
    args: ['-X', '-w', '512', '-y', '1024', '-n', '5', '-z', '32', '-k', '3'],
  },
]

/** Holds many connections open. Others must be answered meanwhile. */
export async function slowhttptest({ url, token }: Target): Promise<Outcome> {
  const figures = [`${CONNECTIONS} connections`]
  const findings: string[] = []
  for (const { name, path, args } of ATTACKS) {
    let refused = 0
    const others = atRate(4, async () => {
      const isOk = await fetch(`${url}${API_BASE}/users?page=1&limit=10`, {
        headers: { authorization: `Bearer ${token}`, connection: 'close' },
        signal: AbortSignal.timeout(10_000),
      }).then(
        async (response) => (await response.arrayBuffer()) && response.ok,
        () => false,
      )
      if (!isOk) refused += 1
    })
    const words = ['slowhttptest', ...args, ...COMMON, '-u', `${url}${path}`]
    const output = await run(folderOf(`slowhttptest-${name}`), words, 2)
    const waits = await others.end()
    const longest = Math.round(percentile(waits, 1))
    figures.push(`${name}: others ${longest} ms at most`)
    if (!/exit status/i.test(output)) findings.push(`${name}: ${endOf(output)}`)
    if (refused > 0 || longest > LONGEST || waits.length < SECONDS)
      findings.push(`${name}: ${refused} of ${waits.length} others refused, ${longest} ms at most`)
  }
  return { figures, findings }
}
