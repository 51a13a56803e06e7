import type { Resource } from '#model/resource.ts'
import { registry as wholeRegistry } from '#resources/index.ts'
import type { Connection } from '#server/db/pool.ts'
import { rebuild } from '#server/events/rebuild.ts'
import { ZONE_MARK } from '#server/events/zone.ts'
import { type Bulk, inBulk, type SampleRow, withoutTakenMarks } from './bulk.ts'
import {
  resolve,
  sampleCareerFields,
  sampleDashboards,
  sampleMentors,
  sampleMissions,
  sampleProtocols,
} from './catalogue.ts'
import { addDeclared, inOrder } from './declared.ts'
import { addEvents } from './demo-events.ts'
import { DEMO_USERS, sampleUsers } from './demo-users.ts'
import { DAY } from './random.ts'

export interface DemoOptions {
  /** The day that the data leads up to. */
  today: Date
  /** Deletes the sample records first. */
  reset: boolean
  /** How many sample users there shall be. */
  users: number
  /** About how many events there shall be; without it those of the first users only. */
  events?: number | undefined
  /** The reporting time zone, by whose days things are counted. */
  zone?: string
  /** Whose declared samples are loaded: all there are, when absent. */
  registry?: readonly Resource[]
  /** Nothing happens after it; without it now, or the end of `today` when that is another day. */
  now?: Date
}

type Say = (line: string) => void

/** How many users are made and written at a time, so that a million need little memory. */
const PORTION = 20_000

/** Loads the sample data at the very first start, if it is wanted; never again afterwards. */
export async function loadDemoOnce(
  connection: Connection,
  wanted: boolean,
  zone: string,
  say: Say,
): Promise<void> {
  await inBulk(connection, async (bulk, client) => {
    if ((await bulk.mark('demo')) !== 'pending') return
    if (wanted) {
      say('Loading sample data.')
      const options = { today: startOfToday(), reset: false, users: DEMO_USERS, zone }
      await load(bulk, client, options, () => undefined)
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
  await inBulk(connection, async (bulk, client) => {
    await load(bulk, client, options, say)
    await bulk.setMark('demo', 'loaded')
  })
}

/** The begin of this day, in UTC. */
export function startOfToday(): Date {
  return new Date(new Date().setUTCHours(0, 0, 0, 0))
}

/** The last moment of a day that begins then; now when that is the present day. */
function endOf(today: Date): Date {
  const isPresent = today.getTime() === startOfToday().getTime()
  return isPresent ? new Date() : new Date(today.getTime() + DAY - 1)
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
  { of: 'dashboards', key: 'title', make: sampleDashboards },
]

/** Whose samples are written in files. */
export const WRITTEN: readonly string[] = SAMPLES.map(({ of }) => of)

async function load(
  bulk: Bulk,
  client: Parameters<typeof rebuild>[0],
  options: DemoOptions,
  say: Say,
): Promise<void> {
  const { today, reset, users, events, zone = 'UTC', now = endOf(today) } = options
  const { registry = wholeRegistry } = options
  const declared = inOrder(registry)
  let changed = 0
  // Last loaded, first removed: nothing is left that refers to what goes.
  if (reset) {
    changed += await bulk.events.remove(named('users'))
    const all = [...SAMPLES.map(({ of }) => named(of)), ...declared]
    for (const one of all.toReversed()) changed += await removeSamples(bulk, one, registry, say)
  }
  for (const { of, key, make } of SAMPLES) {
    const resource = named(of)
    // After a reset all are made again; those that were kept are not added twice.
    const there = reset ? 0 : await bulk.count(resource)
    const added =
      key && make
        ? await addNamed(bulk, resource, key, there === 0 ? make(today) : [])
        : await addUsers(bulk, resource, { first: there, users, today }, say)
    say(`Added ${added} sample ${resource.title.toLowerCase()}.`)
    changed += added
  }
  for (const resource of declared) {
    const isWanted = reset || (await bulk.count(resource)) === 0
    const added = isWanted ? await addDeclared(bulk, resource, registry, today) : 0
    say(`Added ${added} sample ${resource.title.toLowerCase()}.`)
    changed += added
  }
  const added = await addEvents(
    bulk,
    named,
    { now, users: Math.min(users, DEMO_USERS), events },
    say,
  )
  say(`Added ${added} sample events.`)
  // A server that runs keeps its own zone, whatever this command was told.
  const kept = await bulk.mark(ZONE_MARK)
  if (changed + added > 0) await rebuild(client, { registry, zone: kept ?? zone })
}

/** Deletes what may go, and gives how many. */
async function removeSamples(
  bulk: Bulk,
  resource: Resource,
  registry: readonly Resource[],
  say: Say,
): Promise<number> {
  const title = resource.title.toLowerCase()
  const { removed, kept } = await bulk.remove(resource, registry)
  say(`Deleted ${removed} sample ${title}.`)
  const why = resource.name === 'users' ? 'who have a password' : 'that other records refer to'
  if (kept > 0) say(`Kept ${kept} sample ${title} ${why}.`)
  return removed
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
  const made = free.map(({ createdAt }, index) => ({ createdAt, data: resolved[index] ?? {} }))
  const unmarked = await withoutTakenMarks(bulk, resource, made)
  return bulk.add(resource, unmarked, { history: true })
}

async function addUsers(
  bulk: Bulk,
  resource: Resource,
  { first: there, users, today }: { first: number; users: number; today: Date },
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
  const resource = wholeRegistry.find((one) => one.name === name)
  if (!resource) throw new Error(`The sample data is made for '${name}', which the registry lacks.`)
  return resource
}
