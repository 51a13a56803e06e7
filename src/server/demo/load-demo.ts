import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { registry as wholeRegistry } from '#resources/index.ts'
import { rebuild } from '#server/analytics/rebuild.ts'
import type { Connection } from '#server/db/pool.ts'
import type { Data } from '#server/records/shape.ts'
import { type Bulk, inBulk, liveSamples, withoutPassword } from './bulk.ts'
import { addEvents, DEMO_USERS, sampleUsers } from './learners.ts'
import { DAY, FILES, inOrder, samplesOf } from './samples.ts'

export interface DemoOptions {
  /** The last day of the data. */
  today: Date
  /** Deletes the sample records first. */
  reset: boolean
  /** The number of sample users. */
  users: number
  /** About the number of events; by default those of the first DEMO_USERS. */
  events?: number | undefined
  /** The resources whose declared samples are loaded; all by default. */
  registry?: readonly Resource[]
  /** The time of the last event at most; by default now, or the end of `today` when that is another day. */
  now?: Date
}

type Say = (line: string) => void

/** The number of users that are generated and written at a time, so that a million need little memory. */
const PORTION = 20_000
const SET_MARK = "update marks set value = $1 where name = 'demo'"

/** Loads the sample data at the first start only, if configured. */
export async function loadDemoOnce(
  connection: Connection,
  wanted: boolean,
  say: Say,
): Promise<void> {
  await inBulk(connection, async (bulk) => {
    if ((await bulk.count("marks where name = 'demo' and value = 'pending'")) === 0) return
    if (!wanted) return void (await bulk.run(SET_MARK, ['skipped']))
    const options = { today: startOfToday(), reset: false, users: DEMO_USERS }
    await load(bulk, options, () => undefined, say)
  })
}

/** Adds the missing sample data. With `reset` it deletes the old first. Other records stay unchanged. */
export function loadDemo(connection: Connection, options: DemoOptions, say: Say): Promise<void> {
  return inBulk(connection, (bulk) => load(bulk, options, say, say))
}

/** Returns the start of this day, in UTC. */
export function startOfToday(): Date {
  return new Date(new Date().setUTCHours(0, 0, 0, 0))
}

function endOf(today: Date): Date {
  const isPresent = today.getTime() === startOfToday().getTime()
  return isPresent ? new Date() : new Date(today.getTime() + DAY - 1)
}

async function load(bulk: Bulk, options: DemoOptions, say: Say, warn: Say): Promise<void> {
  const { today, reset, users, events, registry = wholeRegistry, now = endOf(today) } = options
  // Each resource comes after those that it refers to. Users need only career fields.
  const [first = '', ...others] = Object.keys(FILES)
  const all = [...[first, 'users', ...others].map(named), ...inOrder(registry)]
  let changed = 0
  if (reset) {
    changed += await bulk.run(
      `delete from events where user_id in (${withoutPassword(named('users'))})`,
    )
    // In reverse, so that no remaining record refers to a deleted one.
    for (const resource of all.toReversed()) {
      const removed = await bulk.remove(resource, registry)
      const kept = await bulk.count(liveSamples(resource))
      const title = resource.title.toLowerCase()
      const why = resource.name === 'users' ? 'who have a password' : 'that other records refer to'
      say(`Deleted ${removed} sample ${title}.`)
      if (kept > 0) say(`Kept ${kept} sample ${title} ${why}.`)
      changed += removed
    }
  }
  for (const resource of all) {
    // After a reset all are created again. Samples that were kept are not added twice.
    const existing = reset ? 0 : await bulk.count(liveSamples(resource))
    let added = 0
    if (resource.name === 'users')
      for (let from = existing; from < users; from += PORTION) {
        const rows = sampleUsers(from, Math.min(users, from + PORTION), today)
        // A history would double the work for users that only provide volume.
        added += await bulk.add(resource, rows, users <= DEMO_USERS)
        if (users > PORTION) say(`  ${from + rows.length} of ${users}`)
      }
    else if (existing === 0) added = await addSamples(bulk, resource, registry, today, warn)
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
  if (changed + added > 0) await rebuild(bulk.client, { registry })
  await bulk.run(SET_MARK, ['loaded'])
}

/** Adds the samples of a resource, from a file or its declaration, except those whose name is taken. */
async function addSamples(
  bulk: Bulk,
  resource: Resource,
  registry: readonly Resource[],
  today: Date,
  warn: Say,
): Promise<number> {
  const find = (name: string) => registry.find((one) => one.name === name) ?? named(name)
  const lookUp = {
    names: (of: string) => bulk.textsOf(find(of), nameOf(find(of))),
    ids: (of: string, names: readonly string[]) => bulk.idsBy(find(of), nameOf(find(of)), names),
  }
  const rows = await samplesOf(resource, today, lookUp, warn)
  const key = ({ data }: { data: Data }) => String(getAt(data, nameOf(resource)))
  const taken = await bulk.idsBy(resource, nameOf(resource), rows.map(key))
  return bulk.add(
    resource,
    rows.filter((row) => !taken.has(key(row))),
  )
}

/** Returns the path of the name by which samples of a resource are identified. */
function nameOf({ name, recordName }: Resource): string {
  return name === 'users' ? 'email' : (recordName[0] ?? '')
}

function named(name: string): Resource {
  const resource = wholeRegistry.find((one) => one.name === name)
  if (!resource)
    throw new Error(
      `The sample data needs the resource '${name}', which the registry does not have.`,
    )
  return resource
}
