import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect } from 'vitest'
import { CHANGES_PATH, type Item, type Plan, type PlannedItem } from '#contract/changes.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Known } from '#server/records/records.ts'
import type { Data } from '#server/records/shape.ts'
import { sets } from './deeds.ts'
import { check, hold, shareOf, type Tally } from './law.ts'
import { castActors, leftOut, Telling } from './story.ts'
import { changedPaths } from './undo.ts'
import { LAW_REGISTRY, read, type World } from './world.ts'

/**
 * Plan: what a plan says is what apply does, to the last field, and a plan writes nothing. What another one changed
 * between the two is merged by field; where both changed the same it is left and told.
 */
export async function planLaw(world: World, runs: number, seed: number): Promise<Tally> {
  const tally: Tally = new Map()
  const { tokens } = await castActors(world)
  for (const resource of LAW_REGISTRY) {
    const cases = fc.tuple(sets(resource), sets(resource), fc.option(sets(resource)))
    await hold(shareOf(runs, LAW_REGISTRY.length), seed, cases, async ([first, then, between]) => {
      const telling = new Telling(world, tokens)
      for (const deed of first) await telling.perform({ actor: 0, deeds: [deed] })
      const items = await telling.itemsOf(then)
      if (items.length === 0) return
      const all = await contents(world)
      const planned = await telling.call(1, 'POST', `${CHANGES_PATH}/plan`, { items })
      expect(planned.status, planned.text).toBe(200)
      expect(await contents(world), 'a plan writes nothing').toEqual(all)
      const plan = planned.body as unknown as Plan
      const seen = await telling.states()
      for (const deed of between ?? [])
        if (deed.kind === 'update') await telling.perform({ actor: 2, deeds: [deed] })
      await expectApplied(telling, items, plan, seen, between !== null, (one) =>
        check(tally, one, 1),
      )
    })
  }
  return tally
}

async function expectApplied(
  telling: Telling,
  items: readonly Item[],
  plan: Plan,
  seen: ReadonlyMap<string, Known>,
  isMoved: boolean,
  checked: (resource: (typeof LAW_REGISTRY)[number]) => void,
): Promise<void> {
  const before = await telling.states()
  const refused = leftOut(plan)
  if (refused.length > 0 && !isMoved) {
    const whole = await telling.apply(1, items, plan, [])
    expect(whole.status, `refused as a whole: ${whole.text}`).toBe(409)
    expect(await telling.states()).toEqual(before)
  }
  const applied = await telling.apply(1, items, plan, refused)
  const told = JSON.stringify({ items, plan, applied: applied.body })
  // What others did meanwhile may stand against one more.
  if (isMoved && applied.status === 409) return expect(await telling.states()).toEqual(before)
  expect(applied.status, told).toBe(200)
  const clashed = new Set((applied.body.clashed as PlannedItem[]).map(({ id }) => id))
  if (!isMoved)
    expect(applied.body.counts, told).toEqual({
      changed: plan.counts.changed,
      unchanged: plan.counts.unchanged,
      left: plan.counts.refused,
      clashed: plan.counts.stale,
    })
  const end = await telling.states()
  for (const one of plan.items) {
    const resource = LAW_REGISTRY.find(({ name }) => name === one.resource)
    if (!resource) throw new Error(`There is no resource '${one.resource}'.`)
    checked(resource)
    const id = one.id ?? ''
    const [was, is] = [before.get(id), end.get(id)]
    if (one.action === 'create' || !(was && is)) continue
    if (one.state === 'refused' || one.state === 'stale' || clashed.has(id))
      expectSame(was, is, told, one.resource)
    else if (one.action === 'update') expectFields(one, seen.get(id), was, is, told)
    else {
      expect([is.isDeleted, is.data], told).toEqual([one.action === 'delete', was.data])
    }
  }
  const made = await madeBy(telling, applied.body.id)
  const promised = plan.items.filter(
    ({ action, state }) => action === 'create' && state === 'changed',
  )
  if (!isMoved) expect(made.length, told).toBe(promised.length)
}

/** What was refused or clashes is as it was; but one dashboard may have given way to another. */
function expectSame(was: Known, is: Known, told: string, resource: string): void {
  if (resource === 'dashboards') return
  expect(is, told).toEqual(was)
}

/** The fields are what the plan said, and all others what they were. */
function expectFields(
  { fields = {}, resource }: PlannedItem,
  seen: Known | undefined,
  was: Known,
  is: Known,
  told: string,
): void {
  let wanted: Data = was.data
  for (const [path, { is: value }] of Object.entries(fields)) {
    expect(getAt(seen?.data, path), `${path} was so, ${told}`).toEqual(fields[path]?.was)
    wanted = setAt(wanted, path, value)
  }
  const moved = changedPaths(wanted, is.data).filter(
    (path) =>
      !(resource === 'dashboards' && path === 'isDefault') && !isNewId(path, wanted, is.data),
  )
  expect(moved, told).toEqual([])
}

/** Entries of ordered lists get their ids when they are stored. */
function isNewId(path: string, wanted: Data, is: Data): boolean {
  const bare = (value: unknown): unknown =>
    JSON.parse(JSON.stringify([value], (key, inner) => (key === '_id' ? undefined : inner)))
  return isDeepStrictEqual(bare(getAt(wanted, path)), bare(getAt(is, path)))
}

function madeBy({ world }: Telling, change: unknown): Promise<{ id: string }[]> {
  return read(
    world,
    `select record_id as id from history where change_id = $1 and action = 'create'`,
    [change ?? null],
  )
}

/**
 * How many rows each table has, and the youngest transaction that wrote one of them: nothing is inserted, changed or
 * deleted without changing one of both. That somebody asked is noted with the session, and what the security log tells
 * of a write before may come after its answer.
 */
async function contents(world: World): Promise<Record<string, string>> {
  const tables = await read<{ name: string }>(
    world,
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('sessions', 'security_events') order by 1`,
  )
  const all = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as state from "${name}"`,
  )
  const rows = await read<{ name: string; state: string }>(world, all.join(' union all '))
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}
