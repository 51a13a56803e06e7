import { database } from './chaos/database.ts'
import { kills } from './chaos/kills.ts'
import type { Outcome } from './chaos/ledger.ts'
import { pairs } from './chaos/pairs.ts'
import { sets } from './chaos/sets.ts'
import { soak } from './chaos/soak.ts'
import { stops } from './chaos/stops.ts'
import { judge, type Limit } from './lib/report.ts'

/**
 * Damages the built product under load, and compares the database with every acknowledged write:
 * npm run bench -- chaos [trial] [count]. Without a trial it runs all but the soak. The count is of rounds or pairs, or
 * of minutes for the soak.
 */
const TRIALS: readonly { name: string; run(count: number): Promise<Outcome>; count: number }[] = [
  { name: 'kills', run: kills, count: 20 },
  { name: 'sets', run: sets, count: 20 },
  { name: 'stops', run: stops, count: 6 },
  { name: 'database', run: database, count: 1 },
  { name: 'pairs', run: pairs, count: 1000 },
  { name: 'soak', run: soak, count: 60 },
]

const [trial, given] = process.argv.slice(2)
const chosen = TRIALS.filter(({ name }) => (trial ? name === trial : name !== 'soak'))
if (chosen.length === 0) {
  const names = TRIALS.map(({ name }) => name).join(' | ')
  console.error(`Usage: npm run bench -- chaos [${names}] [count]`)
  process.exit(2)
}
const limits: Limit[] = []
for (const { name, run, count } of chosen) {
  console.log(`${name} …`)
  const outcome = await run(given === undefined ? count : Number(given))
  for (const figure of outcome.figures) console.log(`  ${figure}`)
  limits.push(...outcome.limits)
}
judge(limits)
