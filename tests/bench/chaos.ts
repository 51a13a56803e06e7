import { parseArgs } from 'node:util'
import { judge } from '../support/judge.ts'
import { clock } from './chaos/clock.ts'
import { database } from './chaos/database.ts'
import { kills } from './chaos/kills.ts'
import type { Outcome, Trial } from './chaos/outcome.ts'
import { pairs } from './chaos/pairs.ts'
import { proxy } from './chaos/proxy.ts'
import { roller } from './chaos/roller.ts'
import { sets } from './chaos/sets.ts'
import { soak } from './chaos/soak.ts'
import { stops } from './chaos/stops.ts'

/**
 * What may befall a server and its database, done to the built product under load:
 * npm run bench -- chaos [trial …] [--rounds 20] [--pairs 10000] [--stops 6] [--users 10000] [--soak minutes]
 * Without names it does all of them; the soak only when it has minutes. Prints a table; exits with 1 when a demand is
 * missed. What is written is compared with what was acknowledged, and the figures with a recount of the raw rows.
 */
const TRIALS: Readonly<Record<string, Trial>> = {
  ...{ kills, sets, stops, database, pairs, proxy, clock, roller, soak },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    pairs: { type: 'string', default: '10000' },
    stops: { type: 'string', default: '6' },
    users: { type: 'string', default: '10000' },
    soak: { type: 'string', default: '0' },
  },
})
const asked = {
  rounds: Number(values.rounds),
  pairs: Number(values.pairs),
  stops: Number(values.stops),
  users: Number(values.users),
  soak: Number(values.soak),
}
const unknown = positionals.filter((name) => !Object.hasOwn(TRIALS, name))
if (unknown.length > 0 || Object.values(asked).some((value) => !(value >= 0))) {
  console.error(`Usage: npm run bench -- chaos [${Object.keys(TRIALS).join(' | ')}] [--rounds N] …`)
  process.exit(2)
}
const names = positionals.length > 0 ? positionals : Object.keys(TRIALS)
const outcomes: Outcome[] = []
for (const name of names) {
  if (name === 'soak' && asked.soak === 0) continue
  console.log(`${name} …`)
  const found = await TRIALS[name]?.(asked)
  outcomes.push(...(found ?? []))
  for (const outcome of found ?? []) console.log(rowOf(outcome))
}

console.log('\n| Trial | Figures | |\n| --- | --- | --- |')
for (const outcome of outcomes) console.log(rowOf(outcome))
console.log()
judge(outcomes.flatMap(({ demands }) => demands))

function rowOf({ trial, figures, demands }: Outcome): string {
  const missed = demands.filter(([, isMet]) => !isMet).length
  const verdict = demands.length === 0 ? '' : missed === 0 ? 'met' : `**${missed} missed**`
  return `| ${trial} | ${figures.join('; ')} | ${verdict} |`
}
