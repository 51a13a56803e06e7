import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Product, signIn, startProduct } from '../../support/product.ts'

/** The built product with demo data, as scanners see it. */
export interface Target extends Product {
  /** Of the first admin. */
  token: string
  /** How many requests were answered, and how many of them by a failure of the server. */
  counted(): Promise<{ answers: number; failures: number }>
}

/** Whoever is kept out by a limit looks at nothing else: none of these is what is looked for here. */
const LIMITS = {
  SIGN_IN_FAILURES_PER_ACCOUNT: '100000',
  SIGN_IN_FAILURES_PER_ADDRESS: '100000',
  SIGN_INS_PER_ACCOUNT: '100000',
  FORM_POSTS_PER_ADDRESS: '1000000',
  FORM_POSTS_IN_TOTAL: '1000000',
}

/** Starts it on a free port, with a data directory of its own. */
export async function startTarget(): Promise<Target> {
  const product = await startProduct({ ...LIMITS, METRICS_FROM: '127.0.0.1,::1' })
  const url = product.url.replace('localhost', '127.0.0.1')
  return {
    url,
    stop: product.stop,
    token: (await signIn(url)).token,
    async counted() {
      const metrics = await (await fetch(`${url}/metrics`)).text()
      const counts = [...metrics.matchAll(/^waymark_http_request_seconds_count\{(.*)\} (\d+)$/gm)]
      const sum = (all: readonly RegExpMatchArray[]) =>
        all.reduce((total, [, , count]) => total + Number(count), 0)
      const failed = counts.filter(([, labels]) => labels?.includes('status="5xx"'))
      return { answers: sum(counts), failures: sum(failed) }
    },
  }
}

/** What a tool made of the product: how many answers it had, and failures as findings. */
export async function counting(
  target: Target,
  attack: () => Promise<void>,
): Promise<{ figures: string[]; findings: string[] }> {
  const before = await target.counted()
  await attack()
  const after = await target.counted()
  const failures = after.failures - before.failures
  return {
    figures: [`${after.answers - before.answers} requests`, `${failures} answers of 5xx`],
    findings: failures > 0 ? [`${failures} answers of 5xx`] : [],
  }
}

/** An empty folder for what a tool writes. */
export function folderOf(tool: string): string {
  const folder = resolve('.cache', 'audit', tool)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}
