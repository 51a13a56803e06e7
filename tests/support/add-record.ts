import type { Resource } from '#model/resource.ts'
import { SYSTEM } from '#server/first-admin.ts'
import type { TestApp } from './app.ts'
import { sampleWith, type Values, withRealSample } from './values.ts'

/**
 * Makes a record and gives it as the API shows it: through the API, or as the server itself where a
 * declaration's actions let the API make none.
 */
export async function addRecord(
  server: TestApp,
  resource: Resource,
  body: Values,
): Promise<Values> {
  const { path, create } = resource.api
  if (resource.actions.includes('create')) {
    const answer = await server.call('POST', create, { body })
    if (answer.status !== 201)
      throw new Error(`${create} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  const { id } = await server.changes.create(resource.name, body, SYSTEM)
  return (await server.call('GET', `${path}/${id}`)).body
}

let marks = 0

/**
 * A resource whose sample can be stored: what it refers to is made, and what that refers to as well.
 * Throws when samples refer to each other in a circle, which no order of making could satisfy.
 */
export function settle(
  server: TestApp,
  resource: Resource,
  registry: readonly Resource[],
  within: readonly Resource[] = [],
): Promise<Resource> {
  if (within.some(({ name }) => name === resource.name))
    throw new Error(`${resource.file}: the sample refers to itself; leave that reference out`)
  return withRealSample(resource, registry, async (target) => {
    const settled = await settle(server, target, registry, [...within, resource])
    marks += 1
    const record = await addRecord(server, target, sampleWith(settled, `s${marks}`))
    return String(record._id)
  })
}
