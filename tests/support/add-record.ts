import type { Resource } from '#model/resource.ts'
import { SYSTEM } from '#server/first-admin.ts'
import { createWriter } from '#server/writer.ts'
import type { TestApp } from './app.ts'
import type { Values } from './values.ts'

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
  const writer = createWriter(server.store, resource, server.hooks[resource.name])
  const { id } = await writer.create(body, SYSTEM)
  return (await server.call('GET', `${path}/${id}`)).body
}
