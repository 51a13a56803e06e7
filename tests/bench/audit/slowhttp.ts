import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE } from '#contract/api.ts'
import type { Outcome, Tool } from './outcome.ts'
import { endOf, runIn } from './programs.ts'
import { counting, folderOf, type Target } from './target.ts'

const CONNECTIONS = 500
const SECONDS = 20
const COMMON = ['-c', String(CONNECTIONS), '-r', '100', '-l', String(SECONDS), '-p', '3']
/** Others wait no longer than this, in ms, and are never refused. */
const MOST = 2000

const ATTACKS: readonly { what: string; path: string; args: readonly string[] }[] = [
  { what: 'headers', path: '/', args: ['-H', '-i', '5', '-x', '24'] },
  {
    what: 'body',
    path: `${API_BASE}/contact`,
    args: ['-B', '-i', '5', '-s', '8192', '-x', '10'],
  },
  {
    what: 'read',
    path: `${API_BASE}/openapi.json`,
    args: ['-X', '-w', '512', '-y', '1024', '-n', '5', '-z', '32', '-k', '3'],
  },
]

/** Connections that are held open, by slowhttptest: others have to be served meanwhile. */
export const slowhttptest: Tool = {
  debian: 'slowhttptest',
  async run(_asked, target): Promise<Outcome> {
    const product = await target()
    const figures: string[] = []
    const findings: string[] = []
    const counted = await counting(product, async () => {
      for (const { what, path, args } of ATTACKS) {
        const folder = folderOf(`slowhttptest-${what}`)
        const ending = new AbortController()
        const others = served(product, ending.signal)
        const { said } = await runIn(
          folder,
          ['slowhttptest', ...args, ...COMMON, '-u', `${product.url}${path}`],
          { minutes: 2 },
        )
        ending.abort()
        const { asked, refused, longest } = await others
        figures.push(`${what}: ${asked} others, ${longest} ms at most`)
        if (!/exit status/i.test(said)) findings.push(`${what}: ${endOf(said)}`)
        if (refused > 0 || longest > MOST || asked < SECONDS)
          findings.push(
            `${what}: ${refused} of ${asked} others were not answered, ${longest} ms at most`,
          )
      }
    })
    return {
      tool: 'slowhttptest',
      figures: [`${CONNECTIONS} connections`, ...figures, ...counted.figures.slice(1)],
      findings: [...findings, ...counted.findings],
    }
  },
}

/** Asks for a list four times a second, each on a connection of its own, until it is told to end. */
async function served({ url, token }: Target, ending: AbortSignal) {
  let asked = 0
  let refused = 0
  let longest = 0
  while (!ending.aborted) {
    const began = performance.now()
    asked += 1
    try {
      const answer = await fetch(`${url}${API_BASE}/users?page=1&limit=10`, {
        headers: { authorization: `Bearer ${token}`, connection: 'close' },
        signal: AbortSignal.timeout(10_000),
      })
      await answer.arrayBuffer()
      if (!answer.ok) refused += 1
    } catch {
      refused += 1
    }
    longest = Math.max(longest, Math.round(performance.now() - began))
    await sleep(250)
  }
  return { asked, refused, longest }
}
