import fc from 'fast-check'
import { expect } from 'vitest'
import { CHANGE_HEADER, CHANGES_PATH } from '#contract/change-names.ts'
import type { Item, Plan } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { SYSTEM } from '#server/process/first-admin.ts'
import type { Known } from '#server/store/records.ts'
import type { Answer } from '../../support/app.ts'
import type { Values } from '../../support/values.ts'
import { bodiesOf, settled } from './bodies.ts'
import { LAW_REGISTRY, type World } from './world.ts'

/** One thing that somebody does to one record; which one is taken by the number of those there are. */
export interface Deed {
  /** Its name: a counterexample is to be read. */
  resource: string
  kind: 'create' | 'update' | 'delete' | 'restore'
  target: number
  body: Values
}

/** What somebody does: one record, several as one set, or taking an earlier change back. */
export type Step = { actor: number } & ({ deeds: readonly Deed[] } | { undoes: number })

const ACTORS = 3
const MOST_STEPS = 200

/** Stories of up to 200 changes by three actors, of one resource mostly and of up to two others; most are short. */
export function stories(about: Resource): fc.Arbitrary<Step[]> {
  return fc.subarray([...LAW_REGISTRY], { maxLength: 2 }).chain((others) => {
    const deed = deedAmong(about, others)
    const actor = fc.nat(ACTORS - 1)
    const step: fc.Arbitrary<Step> = fc.oneof(
      { weight: 6, arbitrary: fc.record({ actor, deeds: deed.map((one) => [one]) }) },
      {
        weight: 2,
        arbitrary: fc.record({ actor, deeds: fc.array(deed, { minLength: 2, maxLength: 8 }) }),
      },
      { weight: 4, arbitrary: fc.record({ actor, undoes: fc.nat(1000) }) },
    )
    const of = (maxLength: number) => fc.array(step, { minLength: 2, maxLength, size: 'max' })
    return fc.oneof(
      { weight: 60, arbitrary: of(10) },
      { weight: 8, arbitrary: of(40) },
      { weight: 1, arbitrary: of(MOST_STEPS) },
    )
  })
}

/** Deeds to be done as one set, of one resource mostly. */
export function sets(about: Resource): fc.Arbitrary<Deed[]> {
  return fc
    .subarray([...LAW_REGISTRY], { maxLength: 2 })
    .chain((others) => fc.array(deedAmong(about, others), { minLength: 1, maxLength: 12 }))
}

function deedAmong(about: Resource, others: readonly Resource[]): fc.Arbitrary<Deed> {
  return fc.oneof(
    { weight: 3, arbitrary: deedOf(about) },
    ...others.map((other) => ({ weight: 1, arbitrary: deedOf(other) })),
  )
}

function deedOf(resource: Resource): fc.Arbitrary<Deed> {
  const target = fc.nat(1000)
  const of = (kind: Deed['kind'], body: fc.Arbitrary<Values>) =>
    fc.record({ resource: fc.constant(resource.name), kind: fc.constant(kind), target, body })
  const none = fc.constant({})
  return fc.oneof(
    { weight: 3, arbitrary: of('create', bodiesOf(resource, 'create')) },
    ...(resource.actions.includes('edit')
      ? [{ weight: 6, arbitrary: of('update', bodiesOf(resource, 'edit')) }]
      : []),
    { weight: 2, arbitrary: of('delete', none) },
    { weight: 1, arbitrary: of('restore', none) },
  )
}

function resourceOf({ resource }: Deed): Resource {
  const found = LAW_REGISTRY.find(({ name }) => name === resource)
  if (!found) throw new Error(`There is no resource '${resource}'.`)
  return found
}

/** A record of a story. */
export interface Cast {
  resource: Resource
  id: string
}

/** A story as it goes: who acts, which records there are, and which changes were made. */
export class Telling {
  readonly cast: Cast[] = []
  readonly changes: string[] = []

  readonly world: World
  /** Their tokens. */
  readonly actors: readonly string[]

  constructor(world: World, actors: readonly string[]) {
    this.world = world
    this.actors = actors
  }

  /** Does a step. Gives what was answered to it. */
  async perform(step: { actor: number; deeds: readonly Deed[] }): Promise<Answer | undefined> {
    const [only, ...more] = step.deeds
    if (!only) return undefined
    if (more.length > 0) {
      const items = this.itemsOf(step.deeds)
      if (items.length === 0) return undefined
      const { applied } = await this.applySet(step.actor, items)
      return applied
    }
    const answer = await this.single(step.actor, only)
    if (answer) this.note(answer)
    return answer
  }

  /** Plans items and does all that nothing stands against. */
  async applySet(actor: number, items: readonly Item[]): Promise<{ plan: Plan; applied: Answer }> {
    const planned = await this.call(actor, 'POST', `${CHANGES_PATH}/plan`, { items })
    expect(planned.status, planned.text).toBe(200)
    const plan = planned.body as unknown as Plan
    const applied = await this.apply(actor, items, plan, leftOut(plan))
    await this.meet(applied)
    return { plan, applied }
  }

  /** Does what was planned but for some. */
  apply(actor: number, items: readonly Item[], plan: Plan, without: string[]): Promise<Answer> {
    const versioned = items.map((item, place) => {
      const version = plan.items[place]?.version
      return item.action === 'create' || version === undefined ? item : { ...item, version }
    })
    const body = { items: versioned, digest: plan.digest, without }
    return this.call(actor, 'POST', CHANGES_PATH, body)
  }

  /** The deeds as items of one set, each record once. */
  itemsOf(deeds: readonly Deed[]): Item[] {
    const items: Item[] = []
    const seen = new Set<string>()
    for (const deed of deeds) {
      const { resource } = deed
      if (deed.kind === 'create' && resourceOf(deed).actions.includes('create')) {
        items.push({ resource, action: 'create', values: this.settled(deed.body) })
        continue
      }
      const id = this.target(deed)
      if (id === undefined || seen.has(id) || deed.kind === 'create') continue
      seen.add(id)
      items.push(
        deed.kind === 'update'
          ? { resource, action: 'update', id, values: this.settled(deed.body) }
          : { resource, action: deed.kind, id },
      )
    }
    return items
  }

  call(actor: number, method: string, path: string, body?: unknown): Promise<Answer> {
    const token = this.actors[actor % this.actors.length]
    return this.world.server.call(method, path, {
      ...(body !== undefined && { body }),
      ...(token !== undefined && { token }),
    })
  }

  /** All records of the story as they are, deleted ones too; and some that others are. */
  async states(more: readonly Cast[] = []): Promise<Map<string, Known>> {
    const { store } = this.world.server
    const all = new Map<string, Known>()
    const everybody = [...this.cast, ...more]
    for (const resource of new Set(everybody.map((one) => one.resource))) {
      const ids = everybody.filter((one) => one.resource === resource).map(({ id }) => id)
      for (const [id, known] of await store.records(resource.name).many(ids)) all.set(id, known)
    }
    return all
  }

  /** Remembers the change of an answer that wrote. */
  note({ headers }: Answer): void {
    const change = headers[CHANGE_HEADER]
    if (typeof change === 'string') this.changes.push(change)
  }

  private async single(actor: number, deed: Deed): Promise<Answer | undefined> {
    const { kind } = deed
    const resource = resourceOf(deed)
    const { path, create } = resource.api
    if (kind === 'create') {
      const body = this.settled(deed.body)
      if (!resource.actions.includes('create')) {
        const made = await this.world.server.changes
          .create(resource.name, body, { ...SYSTEM, via: 'public' })
          .catch(() => undefined)
        if (made) this.cast.push({ resource, id: made.id })
        return undefined
      }
      const answer = await this.call(actor, 'POST', create, body)
      if (answer.status === 201) this.cast.push({ resource, id: String(answer.body._id) })
      else expect([400, 409], answer.text).toContain(answer.status)
      return answer
    }
    const id = this.target(deed)
    if (id === undefined) return undefined
    const answer =
      kind === 'update'
        ? await this.call(actor, 'PUT', `${path}/${id}`, this.settled(deed.body))
        : kind === 'delete'
          ? await this.call(actor, 'DELETE', `${path}/${id}`)
          : await this.restored(actor, resource, id)
    expect([200, 204, 400, 404, 409], answer.text).toContain(answer.status)
    return answer
  }

  private async restored(actor: number, resource: Resource, id: string): Promise<Answer> {
    const items: Item[] = [{ resource: resource.name, action: 'restore', id }]
    const plan = await this.call(actor, 'POST', `${CHANGES_PATH}/plan`, { items })
    return this.apply(actor, items, plan.body as unknown as Plan, [])
  }

  private target({ resource, target }: Deed): string | undefined {
    const own = this.cast.filter((one) => one.resource.name === resource)
    return own[target % Math.max(1, own.length)]?.id
  }

  private settled(body: Values): Values {
    return settled(body, (name) => [
      ...this.world.idsOf(name),
      ...this.cast.filter(({ resource }) => resource.name === name).map(({ id }) => id),
    ])
  }

  /** Remembers the change of a set, and the records that it made. */
  private async meet(applied: Answer): Promise<void> {
    this.note(applied)
    const { id } = applied.body
    if (typeof id !== 'string') return
    const { store } = this.world.server
    for (const item of await store.keptChanges.items(store.pool, id)) {
      const resource = LAW_REGISTRY.find(({ name }) => name === item.resource)
      const isKnown = this.cast.some((one) => one.id === item.recordId)
      if (resource && item.action === 'create' && !isKnown)
        this.cast.push({ resource, id: item.recordId })
    }
  }
}

/** What a caller leaves out of a plan so that the rest can be done: what is refused. */
export function leftOut(plan: Plan): string[] {
  return plan.items.flatMap(({ state, action, id }, place) =>
    state === 'refused' ? [action === 'create' ? `#${place}` : String(id)] : [],
  )
}

/** Tokens of three admins with names of their own. */
export async function castActors({
  server,
}: World): Promise<{ tokens: string[]; names: string[] }> {
  const people = ['Ann', 'Ben', 'Cyd']
  const tokens: string[] = []
  for (const firstName of people) {
    const { token } = await server.user({
      ...{ firstName, lastName: 'Actor', role: 'admin' },
      email: `${firstName}@actors.example.org`,
    })
    tokens.push(token)
  }
  return { tokens, names: people.map((name) => `${name} Actor`) }
}
