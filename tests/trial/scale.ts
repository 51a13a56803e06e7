import { parseArgs } from 'node:util'
import { judge } from '../support/judge.ts'
import { makePlace, type Place } from './scale/ground.ts'
import { missingPackages } from './scale/programs.ts'
import { failover, type Outcome, readReplica, rollingRestart, signInAcross } from './scale/steps.ts'

/**
 * More than one machine, on this one: npm run trial -- scale [--workers N]
 * PostgreSQL 15 with a synchronous replica, PgBouncer in transaction mode, haproxy before two servers of the built
 * product, all from Debian's packages; with `--workers` each server runs so many processes. Prints each step with its figures; exits with 1 when a demand is missed.
 */
const { values: options } = parseArgs({ options: { workers: { type: 'string', default: '1' } } })
const missing = missingPackages()
if (missing.length > 0) {
  console.error(`Missing. As root: apt-get install ${missing.join(' ')}`)
  process.exit(2)
}

const steps = [signInAcross, readReplica, rollingRestart, failover]
const outcomes: Outcome[] = []
const place: Place = await makePlace(options.workers, (line) => console.log(line))
try {
  for (const step of steps) {
    const outcome = await step(place)
    outcomes.push(outcome)
    console.log(`\n${outcome.step}`)
    for (const figure of outcome.figures) console.log(`  ${figure}`)
  }
} finally {
  await place.close()
}
console.log()
judge(outcomes.flatMap(({ demands }) => demands))
