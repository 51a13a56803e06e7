import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { CHANGES_PATH, type UndoItem, type Undone } from '#contract/changes.ts'
import { getAt, isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Data } from '#server/records/shape.ts'
import { type Step, stories } from './deeds.ts'
import { check, hold, shareOf, type Tally } from './law.ts'
import { castActors, Telling } from './story.ts'
import { expectTrails } from './trail.ts'
import { LAW_REGISTRY, read, type World } from './world.ts'

/** A record at one moment; undefined before it was made. */
type State = { isDeleted: boolean; data: Data } | undefined

/** What one change did to one record. */
interface Done {
  resource: Resource
  id: string
  before: State
  after: State
}

/**
 * Undo: a change that is taken back leaves every field as it was before it, except those that another one changed
 * since, which stay and are named; what a rule stands against stays and is named too. Nothing else is touched. At the
 * end of each story the trail of each of its records is followed.
 */
export async function undoLaw(
  world: World,
  runs: number,
  seed: number,
): Promise<{ undo: Tally; trail: Tally }> {
  const tally: Tally = new Map()
  const trail: Tally = new Map()
  const { tokens, names } = await castActors(world)
  const counts = { back: 0, kept: 0 }
  for (const resource of LAW_REGISTRY)
    await hold(shareOf(runs, LAW_REGISTRY.length), seed, stories(resource), async (story) => {
      const telling = new Telling(world, tokens)
      for (const step of story) {
        if ('deeds' in step) await telling.perform(step)
        else await takeBack(telling, step, names, tally, counts)
      }
      await expectTrails(telling, trail)
    })
  // Stories in which nobody ever came between, or nothing could be taken back, would show nothing.
  expect(Math.min(counts.back, counts.kept)).toBeGreaterThan(runs / 4)
  return { undo: tally, trail }
}

async function takeBack(
  telling: Telling,
  step: Extract<Step, { undoes: number }>,
  names: readonly string[],
  tally: Tally,
  counts: { back: number; kept: number },
): Promise<void> {
  const change = telling.changes[step.undoes % Math.max(1, telling.changes.length)]
  if (change === undefined) return
  const done = await whatWasDone(telling, change)
  const now = await telling.states(done)
  const planned = await telling.call(step.actor, 'POST', `${CHANGES_PATH}/${change}/undo`, {
    plan: true,
  })
  const answer = await telling.call(step.actor, 'POST', `${CHANGES_PATH}/${change}/undo`, {})
  expect([planned.status, answer.status], answer.text).toEqual([200, 200])
  telling.note(answer)
  const { id, ...said } = answer.body as unknown as Undone
  expect(planned.body, 'an undo does what it said it would').toEqual(said)
  const end = await telling.states(done)
  const told = (one: Done) =>
    `undo of ${change}: ${JSON.stringify({ one: { ...one, resource: one.resource.name }, now: now.get(one.id), end: end.get(one.id), said })}`
  for (const one of done) {
    const [was, is] = [now.get(one.id), end.get(one.id)]
    if (!(was && is)) throw new Error(`A record is gone: ${told(one)}`)
    const own = (items: readonly UndoItem[]) =>
      items.filter((item) => item.id === one.id && item.resource === one.resource.name)
    const lists = { back: own(said.takenBack), kept: own(said.kept), refused: own(said.refused) }
    counts.back += lists.back.length
    counts.kept += lists.kept.length
    const isOfFields = one.before?.isDeleted === false && one.after?.isDeleted === false
    const checks = isOfFields
      ? expectFields(one, was, is, lists, told(one))
      : expectWhole(one, was, is, lists, told(one))
    for (const item of [...lists.kept, ...lists.refused])
      expect(item.reason, told(one)).toBeTruthy()
    for (const { by, at } of lists.kept) {
      expect(at, told(one)).toBeTruthy()
      if (by !== undefined) expect([...names, 'Ada Admin']).toContain(by)
    }
    check(tally, one.resource, checks + 1)
  }
  // Of what one dashboard gives up for another, the hooks decide.
  const touched = new Set(done.map((one) => one.id))
  for (const { resource, id: other } of telling.cast)
    if (!touched.has(other) && resource.name !== 'dashboards')
      expect(end.get(other), `${other} has nothing to do with it`).toEqual(now.get(other))
}

interface Lists {
  back: UndoItem[]
  kept: UndoItem[]
  refused: UndoItem[]
}

/** A record that was made, deleted or restored: it is so no more, or it is as it was before and named. */
function expectWhole(
  { resource, before, after }: Done,
  was: NonNullable<State>,
  is: NonNullable<State>,
  { back, kept, refused }: Lists,
  told: string,
): number {
  expect(back.length + kept.length + refused.length, told).toBe(1)
  const isAsLeft =
    was.isDeleted === after?.isDeleted &&
    (was.isDeleted || isDeepStrictEqual(own(was.data), own(after.data)))
  if (!isAsLeft) expect(kept.length, `changed since, so kept: ${told}`).toBe(1)
  else expect(kept, `as it was left, so not kept: ${told}`).toEqual([])
  const moved = changedPaths(was.data, is.data)
  if (back.length === 0 && moved.length > 0) {
    // Another became again what only one can be.
    expect(onlyOnes(resource), told).toEqual(expect.arrayContaining(moved))
    expect(is.isDeleted, told).toBe(was.isDeleted)
  } else if (back.length === 0) expect(is, told).toEqual(was)
  else {
    expect(is.isDeleted, told).toBe(before?.isDeleted ?? true)
    expect(own(is.data), told).toEqual(own(was.data))
  }
  return 4
}

/** A record whose fields were changed: each is as before the change, or as it is now and named, and no other moved. */
function expectFields(
  { resource, before, after }: Done,
  was: NonNullable<State>,
  is: NonNullable<State>,
  lists: Lists,
  told: string,
): number {
  const paths = changedPaths(before?.data ?? {}, after?.data ?? {})
  const names = (items: readonly UndoItem[]) =>
    items.flatMap(({ fields }) => Object.keys(fields ?? {}))
  const named = { back: names(lists.back), kept: names(lists.kept), refused: names(lists.refused) }
  const at = (state: State, path: string) => getAt(state?.data, path)
  let checks = 0
  for (const path of paths) {
    const isSame = !was.isDeleted && isDeepStrictEqual(at(was, path), at(after, path))
    const isBack = named.back.includes(path)
    const isRefused = named.refused.includes(path)
    if (was.isDeleted) expect(lists.kept.length, told).toBe(1)
    else if (isSame) expect([isBack, isRefused].filter(Boolean), `${path}, ${told}`).toHaveLength(1)
    else expect(named.kept, `${path}, ${told}`).toContain(path)
    expect(at(is, path), `${path}, ${told}`).toEqual(at(isBack ? before : was, path))
    checks += 2
  }
  expect(is.isDeleted, told).toBe(was.isDeleted)
  // Fields beside those taken back, and inside of none of them.
  const moved = changedPaths(was.data, is.data)
  for (const path of moved)
    expect(
      onlyOnes(resource).includes(path) ||
        named.back.some(
          (one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`),
        ),
      `${path} moved: ${told}`,
    ).toBe(true)
  return checks + 1
}

/** The paths of what only one record can be, which gives way when another becomes it. */
function onlyOnes({ unique }: Resource): string[] {
  return unique.flatMap(({ path, only }) => (only === undefined ? [] : [path]))
}

/** What sign-ins write is nobody's field. */
function own({ lastLogin: _, ...data }: Data): Data {
  return data
}

/** The dotted paths at which two states differ: objects key by key, everything else whole. */
export function changedPaths(before: Data, after: Data, above = ''): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].sort().flatMap((key) => {
    if (above === '' && key === 'lastLogin') return []
    const path = above ? `${above}.${key}` : key
    const [was, is] = [getAt(before, key), getAt(after, key)]
    if (isObject(was) && isObject(is)) return changedPaths(was, is, path)
    return isDeepStrictEqual(was, is) ? [] : [path]
  })
}

async function whatWasDone({ world }: Telling, change: string): Promise<Done[]> {
  const rows = await read<{
    resource: string
    id: string
    action: string
    data: Data
    before_action: string | null
    before_data: Data | null
  }>(
    world,
    `select h.resource, h.record_id as id, h.action, h.data, p.action as before_action, p.data as before_data
     from history h left join lateral (
       select action, data from history p
       where p.resource = h.resource and p.record_id = h.record_id and p.version < h.version
       order by p.version desc limit 1) p on true
     where h.change_id = $1 order by h.version`,
    [change],
  )
  const found = new Map<string, Done>()
  for (const row of rows) {
    const resource = LAW_REGISTRY.find(({ name }) => name === row.resource)
    if (!resource) continue
    const after = { isDeleted: row.action === 'delete', data: row.data }
    const before = row.before_action
      ? { isDeleted: row.before_action === 'delete', data: row.before_data ?? {} }
      : undefined
    const first = found.get(row.id)
    found.set(row.id, { resource, id: row.id, before: first ? first.before : before, after })
  }
  return [...found.values()]
}
