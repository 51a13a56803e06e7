import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { type Bulk, inBulk, type SampleRow } from '../store/bulk.ts'
import type { Connection } from '../store/pool.ts'
import { sampleCareerFields } from './career-fields.ts'
import { DEMO_USERS, sampleUsers } from './users.ts'

export interface DemoOptions {
  /** The day that the data leads up to. */
  today: Date
  /** Deletes the sample records first. */
  reset: boolean
  /** How many sample users there shall be. */
  users: number
}

type Say = (line: string) => void

/** How many users are made and written at a time, so that a million need little memory. */
const PORTION = 20_000

/** Loads the sample data at the very first start, if it is wanted; never again afterwards. */
export async function loadDemoOnce(
  connection: Connection,
  wanted: boolean,
  say: Say,
): Promise<void> {
  await inBulk(connection, async (bulk) => {
    if ((await bulk.mark('demo')) !== 'pending') return
    if (wanted) {
      say('Loading sample data.')
      await load(bulk, { today: startOfToday(), reset: false, users: DEMO_USERS }, () => undefined)
    }
    await bulk.setMark('demo', wanted ? 'loaded' : 'skipped')
  })
}

/** Loads or renews the sample data. Records that are no samples stay as they are. */
export async function loadDemo(
  connection: Connection,
  options: DemoOptions,
  say: Say,
): Promise<void> {
  await inBulk(connection, async (bulk) => {
    await load(bulk, options, say)
    await bulk.setMark('demo', 'loaded')
  })
}

/** The begin of this day, in UTC. */
export function startOfToday(): Date {
  return new Date(new Date().setUTCHours(0, 0, 0, 0))
}

async function load(bulk: Bulk, { today, reset, users }: DemoOptions, say: Say): Promise<void> {
  for (const [resource, make] of [
    [named('career-fields'), () => sampleCareerFields(today)],
    [named('users'), undefined],
  ] as const) {
    const title = resource.title.toLowerCase()
    if (reset) {
      const { removed, kept } = await bulk.remove(resource)
      say(`Deleted ${removed} sample ${title}.`)
      if (kept > 0) say(`Kept ${kept} sample ${title} who have a password.`)
    }
    // After a reset all are made again; those that were kept are not added twice.
    const there = reset ? 0 : await bulk.count(resource)
    const added = make
      ? await addSmall(bulk, resource, there === 0 ? make() : [])
      : await addUsers(bulk, resource, there, users, today, say)
    say(`Added ${added} sample ${title}.`)
  }
}

function addSmall(bulk: Bulk, resource: Resource, rows: SampleRow[]): Promise<number> {
  return bulk.add(resource, rows, { history: true })
}

async function addUsers(
  bulk: Bulk,
  resource: Resource,
  there: number,
  users: number,
  today: Date,
  say: Say,
): Promise<number> {
  let added = 0
  for (let first = there; first < users; first += PORTION) {
    const rows = sampleUsers(first, Math.min(users, first + PORTION), today)
    // A history of its own would double the work for rows that only exist to be many.
    added += await bulk.add(resource, rows, { history: users <= DEMO_USERS })
    if (users > PORTION) say(`  ${first + rows.length} of ${users}`)
  }
  return added
}

function named(name: string): Resource {
  const resource = registry.find((one) => one.name === name)
  if (!resource) throw new Error(`The sample data is made for '${name}', which the registry lacks.`)
  return resource
}
