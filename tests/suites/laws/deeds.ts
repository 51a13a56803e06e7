import fc from 'fast-check'
import { schemaAt } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import type { Values } from '../../support/values.ts'
import { bodiesOf } from './bodies.ts'
import { LAW_REGISTRY } from './world.ts'

/** One thing that somebody does to one record; which one is taken by the number of those there are. */
export interface Deed {
  /** Its name: a counterexample is to be read. */
  resource: string
  /** An exchange gives two records each other's unique values. */
  kind: 'create' | 'update' | 'delete' | 'restore' | 'exchange'
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
    // What is one person's own nobody else writes: such a story has one actor.
    const isOwn = [about, ...others].some(({ access }) => access.own)
    const actor = fc.nat(isOwn ? 0 : ACTORS - 1)
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
    ...(exchanged(resource).length > 0 ? [{ weight: 1, arbitrary: of('exchange', none) }] : []),
  )
}

/** What no two records have the same of, and an edit may write. */
export function exchanged({ unique, actions, update }: Resource): string[] {
  const own = unique.filter((rule) => rule.only === undefined).map(({ path }) => path)
  return actions.includes('edit') ? own.filter((path) => schemaAt(update, path)) : []
}

export function resourceOf({ resource }: Deed): Resource {
  const found = LAW_REGISTRY.find(({ name }) => name === resource)
  if (!found) throw new Error(`There is no resource '${resource}'.`)
  return found
}
