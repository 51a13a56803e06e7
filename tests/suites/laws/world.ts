import { completeRegistry } from '#model/complete.ts'
import type { Resource } from '#model/resource.ts'
import * as declared from '#resources/declared.ts'
import tags from '../../fixtures/tags.ts'
import visits from '../../fixtures/visits.ts'
import { addRecord, settle } from '../../support/add-record.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { sampleWith } from '../../support/values.ts'

/** All resources of the product, and two that nobody ships: the laws hold for whatever the next one says. */
export const LAW_REGISTRY: readonly Resource[] = completeRegistry([
  ...Object.values(declared),
  tags,
  visits,
])

/** A server with some records of each resource, to refer to and to change. */
export interface World {
  server: TestApp
  /** Of records that are there as long as the world is. */
  idsOf(resource: string): readonly string[]
}

const EACH = 3

export async function makeWorld(): Promise<World> {
  const server = await startApp({
    registry: LAW_REGISTRY,
    env: { FORM_POSTS_PER_ADDRESS: '1000000', FORM_POSTS_IN_TOTAL: '1000000' },
  })
  const ids = new Map<string, string[]>()
  for (const resource of LAW_REGISTRY) {
    const real = await settle(server, resource, LAW_REGISTRY)
    const made: string[] = []
    for (let count = 0; count < EACH; count += 1) {
      const record = await addRecord(server, resource, sampleWith(real, `world${count}`))
      made.push(String(record._id))
    }
    ids.set(resource.name, made)
  }
  return { server, idsOf: (resource) => ids.get(resource) ?? [] }
}

/** Runs one statement to look at what is stored, on a connection that the server has open. */
export async function read<Row extends object>(
  { server }: World,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await server.store.pool.query<Row>(text, values)
  return rows
}
