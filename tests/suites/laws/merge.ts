import type { DataProvider } from '@refinedev/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import { toBody, toDraft } from '#admin/providers/adapters/draft.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import { WriteError, withVersions } from '#admin/providers/versioned-provider.ts'
import { CHANGES_PATH, type PlannedItem } from '#contract/changes.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { addRecord, settle } from '../../support/add-record.ts'
import type { TestApp } from '../../support/app.ts'
import { sampleWith, type Values } from '../../support/values.ts'
import { bodiesOf, settled } from './bodies.ts'
import { comparable, laidOver, wholeBody, without } from './laid-over.ts'
import { check, hold, shareOf, type Tally } from './law.ts'
import { LAW_REGISTRY, type World } from './world.ts'

/** Through what two people change one record; each was made of the version that both had read. */
interface Door {
  name: string
  isFor(resource: Resource): boolean
  /** Answers whether it was accepted. */
  write(server: TestApp, resource: Resource, base: Row, body: Values): Promise<boolean>
}

/**
 * Merge: two changes of different fields give the same record in either order, through each door. The record is
 * whatever the run before has left.
 */
export async function mergeLaw(world: World, runs: number, seed: number): Promise<Tally> {
  const tally: Tally = new Map()
  const { server } = world
  const share = shareOf(runs, LAW_REGISTRY.length)
  for (const resource of LAW_REGISTRY.filter(({ actions }) => actions.includes('edit'))) {
    const real = await settle(server, resource, LAW_REGISTRY)
    const { _id } = await addRecord(server, resource, sampleWith(real, 'merged'))
    const at = `${resource.api.path}/${_id}`
    const read = async () => (await server.call('GET', at)).body as Row
    const edits = fc.tuple(bodiesOf(resource, 'edit'), bodiesOf(resource, 'edit'))
    const doors = DOORS.filter((door) => door.isFor(resource))
    let merged = 0
    await hold(share, seed, fc.tuple(edits, fc.constantFrom(...doors)), async ([drawn, door]) => {
      const [one, other] = settled(drawn, world.idsOf)
      const base = await read()
      const both = [one, without(resource.update, other, one, base)] as const
      const inOrder = async (changes: readonly Values[]) => {
        const start = await read()
        const accepted: boolean[] = []
        for (const change of changes)
          accepted.push(await door.write(server, resource, start, change))
        return { accepted, record: comparable(await read()) }
      }
      const forth = await inOrder(both)
      const reset = wholeBody(resource.update, base)
      const back = await server.call('PUT', at, { body: reset })
      // What a rule holds fast, such as that one dashboard is the default, cannot be set back.
      if (back.status !== 200) return
      expect(comparable(back.body), 'set back').toEqual(comparable(base))
      const round = await inOrder([...both].reverse())
      const told = `${door.name} ${at}: ${JSON.stringify(both)} of ${JSON.stringify(base)}`
      expect(round.accepted.reverse(), told).toEqual(forth.accepted)
      expect(round.record, told).toEqual(forth.record)
      check(tally, resource, 2)
      if (forth.accepted.every(Boolean)) merged += 1
    })
    expect(merged, `${resource.name}: both accepted`).toBeGreaterThan(share / 10)
  }
  return tally
}

const DOORS: readonly Door[] = [
  {
    name: 'a set, planned of the version that was read',
    isFor: () => true,
    async write(server, { name: resource }, { _id: id, version }, values) {
      const items = [{ resource, action: 'update', id, version, values }]
      const plan = await server.call('POST', `${CHANGES_PATH}/plan`, { body: { items } })
      expect(plan.status, plan.text).toBe(200)
      expect(plan.body.counts, plan.text).toMatchObject({ stale: 0 })
      const planned = (plan.body.items as PlannedItem[]).map((one) => one.version)
      const applied = await server.call('POST', CHANGES_PATH, {
        body: {
          digest: plan.body.digest,
          items: items.map((item, place) => ({ ...item, version: planned[place] })),
        },
      })
      return applied.status === 200
    },
  },
  {
    name: 'PUT of what changes',
    isFor: () => true,
    write: async (server, resource, base, body) =>
      (await server.call('PUT', `${resource.api.path}/${base._id}`, { body })).status === 200,
  },
  {
    name: 'the form, as one of the version that was read',
    isFor: ({ hasOwnPage }) => !hasOwnPage,
    async write(server, resource, base, body) {
      const at = `${resource.api.path}/${base._id}`
      const draft = toDraft(resource, 'edit', laidOver(resource.update, base, body) as Row)
      const provider = withVersions(
        {
          async update({ variables, meta }) {
            const answer = await server.call('PUT', at, {
              body: variables,
              headers: { 'if-match': `"${meta?.version}"` },
            })
            const { message, current } = Object(answer.body).error ?? {}
            if (answer.status !== 200) throw new HttpError(answer.status, { message, current })
            return { data: answer.body }
          },
        } as DataProvider,
        () => resource,
      )
      const variables = toBody(resource, 'edit', draft, base)
      try {
        await provider.update({ resource: resource.name, id: base._id, variables, meta: { base } })
        return true
      } catch (error) {
        expect(error, JSON.stringify(variables)).not.toBeInstanceOf(WriteError)
        return false
      }
    },
  },
]
