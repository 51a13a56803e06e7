import { expect } from 'vitest'
import { CHANGE_HEADER } from '#contract/api.ts'
import { CHANGES_PATH, type Item, type Plan } from '#contract/changes.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { SYSTEM } from '#server/first-admin.ts'
import type { Known } from '#server/records/records.ts'
import type { Answer } from '../../support/app.ts'
import type { Values } from '../../support/values.ts'
import { settled } from './bodies.ts'
import { type Deed, exchanged, resourceOf } from './deeds.ts'
import { LAW_REGISTRY, type World } from './world.ts'

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
    if (more.length > 0 || only.kind === 'exchange') {
      const items = await this.itemsOf(step.deeds)
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
  async itemsOf(deeds: readonly Deed[]): Promise<Item[]> {
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
      if (deed.kind === 'exchange') {
        const pair = (await this.exchange(deed)).filter((item) => !seen.has(item.id))
        if (pair.length < 2) continue
        for (const item of pair) seen.add(item.id)
        items.push(...pair)
        continue
      }
      seen.add(id)
      items.push(
        deed.kind === 'update'
          ? { resource, action: 'update', id, values: this.settled(deed.body) }
          : { resource, action: deed.kind, id },
      )
    }
    return items
  }

  /** Updates by which a record and the next of its resource take each other's unique values. */
  private async exchange(deed: Deed): Promise<Extract<Item, { action: 'update' }>[]> {
    const resource = resourceOf(deed)
    const [one, other] = [deed.target, deed.target + 1].map((target) =>
      this.target({ ...deed, target }),
    )
    if (one === undefined || other === undefined || one === other) return []
    const known = await this.world.server.store.records(resource.name).many([one, other])
    const itemOf = (id: string, from: string) => {
      const values = exchanged(resource).reduce<Values>(
        (done, path) => setAt(done, path, getAt(known.get(from)?.data, path) ?? null),
        {},
      )
      return { resource: resource.name, action: 'update', id, values } as const
    }
    return [itemOf(one, other), itemOf(other, one)]
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
    // What one shares, an admin may change, but not hide.
    const isOwn = resource.access.own !== undefined
    expect([200, 204, 400, 404, 409, ...(isOwn ? [403] : [])], answer.text).toContain(answer.status)
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
    for (const item of await store.auditLog.entriesOf(store.pool, id)) {
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
