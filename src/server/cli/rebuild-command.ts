import { registry } from '#resources/index.ts'
import { type Config, zoneSchema } from '#server/config.ts'
import { moveToZone, rebuildAlone } from '#server/events/rebuild.ts'
import { say, withServices } from './command-services.ts'
import { CommandError, readOptions, UsageError } from './usage.ts'

/** npm run admin -- rebuild: computes all figures from the stored events. A server may run meanwhile. */
export async function rebuildFacts(args: string[], config: Config): Promise<void> {
  readOptions(args, {})
  await withServices(config, async ({ insight }, connection) => {
    const began = Date.now()
    await insight.facts.rollUp()
    const wrong = await rebuildAlone(connection, { registry, say })
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    const found = wrong === 0 ? 'nothing was wrong' : `${wrong} rows were wrong and are right now`
    say(`Counted everything anew in ${seconds} s: ${found}.`)
  })
}

/** npm run admin -- set-zone: counts days in another time zone from now on. A server may run meanwhile, and follows. */
export async function setZone([given = '', ...args]: string[], config: Config): Promise<void> {
  readOptions(args, {})
  if (!given || given.startsWith('-')) throw new UsageError('Say which time zone.')
  const zone = zoneSchema.safeParse(given)
  if (!zone.success)
    throw new CommandError(`'${given}' cannot be used: ${zone.error.issues[0]?.message}.`)
  await withServices(config, async ({ security }, connection) => {
    const before = await moveToZone(connection, zone.data, { registry, say })
    if (before === zone.data) return say(`Days are counted in ${before} already.`)
    const facts = { account: null, address: null, what: 'reporting time zone', to: zone.data }
    security.note('settings_changed', facts)
    say(`Days are counted in ${zone.data} now, and no longer in ${before}.`)
    say('Set REPORTING_TIME_ZONE of all servers to it, or unset it: it must not say another one.')
  })
}

/** npm run admin -- retry-events: counts the batches of events that were set aside. */
export async function retryEvents(args: string[], config: Config): Promise<void> {
  readOptions(args, {})
  await withServices(config, async ({ insight }) => {
    const { batches, events, aside } = await insight.facts.retry()
    if (batches === 0) return say('No batch of events is set aside.')
    say(
      `Tried again: ${batches}. Batches that still cannot be counted: ${aside}. New events: ${events}.`,
    )
  })
}
