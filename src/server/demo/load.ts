import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { type Bulk, inBulk, type SampleRow } from '../store/bulk.ts'
import type { Connection } from '../store/pool.ts'
import { sampleCareerFields } from './career-fields.ts'
import { sampleMentors, sampleMissions, sampleProtocols } from './catalogue.ts'
import { resolve } from './resolve.ts'
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

/**
 * What there are samples of, in the order of loading: each may refer to those before it. `key` is what
 * a sample is called; users have none, for there may be a million of them.
 */
const SAMPLES: readonly { of: string; key?: string; make?: (today: Date) => SampleRow[] }[] = [
  { of: 'career-fields', key: 'name', make: sampleCareerFields },
  { of: 'users' },
  { of: 'missions/templates', key: 'title', make: sampleMissions },
  { of: 'protocols/templates', key: 'title', make: sampleProtocols },
  { of: 'mentors', key: 'name', make: sampleMentors },
]

async function load(bulk: Bulk, { today, reset, users }: DemoOptions, say: Say): Promise<void> {
  // Last loaded, first removed: nothing is left that refers to what goes.
  if (reset) for (const { of } of SAMPLES.toReversed()) await removeSamples(bulk, named(of), say)
  for (const { of, key, make } of SAMPLES) {
    const resource = named(of)
    // After a reset all are made again; those that were kept are not added twice.
    const there = reset ? 0 : await bulk.count(resource)
    const added =
      key && make
        ? await addNamed(bulk, resource, key, there === 0 ? make(today) : [])
        : await addUsers(bulk, resource, there, users, today, say)
    say(`Added ${added} sample ${resource.title.toLowerCase()}.`)
  }
}

async function removeSamples(bulk: Bulk, resource: Resource, say: Say): Promise<void> {
  const title = resource.title.toLowerCase()
  const { removed, kept } = await bulk.remove(resource, registry)
  say(`Deleted ${removed} sample ${title}.`)
  const why = resource.name === 'users' ? 'who have a password' : 'that other records refer to'
  if (kept > 0) say(`Kept ${kept} sample ${title} ${why}.`)
}

/** Adds samples but for those whose name is taken, by a sample that was kept or by a record of one's own. */
async function addNamed(
  bulk: Bulk,
  resource: Resource,
  key: string,
  rows: SampleRow[],
): Promise<number> {
  const name = ({ data }: SampleRow) => String(data[key])
  const taken = await bulk.idsBy(resource, key, rows.map(name))
  const free = rows.filter((row) => !taken.has(name(row)))
  const resolved = await resolve(
    resource,
    free.map(({ data }) => data),
    (to, names) => bulk.idsBy(named(to), SAMPLES.find(({ of }) => of === to)?.key ?? '', names),
  )
  return bulk.add(
    resource,
    free.map(({ createdAt }, index) => ({ createdAt, data: resolved[index] ?? {} })),
    { history: true },
  )
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
