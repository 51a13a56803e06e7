import { registry } from '#resources/index.ts'
import type { Config } from '#server/base/config.ts'
import { rebuildAlone } from '#server/insight/facts/rebuild.ts'
import { say, withServices } from './services.ts'
import { readOptions } from './usage.ts'

/** npm run admin -- rebuild: counts everything that figures are read from anew. A server may run meanwhile. */
export async function rebuildFacts(args: string[], config: Config): Promise<void> {
  readOptions(args, {})
  await withServices(config, async ({ insight }, connection) => {
    const began = Date.now()
    await insight.facts.rollUp()
    const wrong = await rebuildAlone(connection, config.timeZone, registry, say)
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    const found = wrong === 0 ? 'nothing was wrong' : `${wrong} rows were wrong and are right now`
    say(`Counted everything anew in ${seconds} s: ${found}.`)
  })
}
