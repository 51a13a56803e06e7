import type { FastifyReply } from 'fastify'
import type { Resource } from '#model/resource.ts'
import type { Store } from '#server/db/store.ts'
import type { Data, Stored } from '#server/records/shape.ts'
import { DELETION, type JsonSchema, propertiesOf, rowSchema } from './json-schema.ts'
import type { Limited } from './limited.ts'

/**
 * Makes the rows of a list of deleted records: each with when and by whom it was deleted. The answer gets a
 * serialiser that knows these keys; other lists do without them.
 */
export function createDeletedAnswer(
  { deletions }: Pick<Store, 'deletions'>,
  resource: Resource,
  inList: (row: JsonSchema) => JsonSchema,
) {
  const { $id, ...whole } = rowSchema(resource)
  const envelope = (row: JsonSchema) =>
    inList({ ...row, properties: { ...propertiesOf(row), ...DELETION } })
  let serialise: ReturnType<FastifyReply['compileSerializationSchema']> | undefined

  return async (
    reply: FastifyReply,
    records: readonly Stored[],
    shown: readonly Data[],
    own: Limited | undefined,
  ): Promise<Data[]> => {
    const known = await deletions.of(
      resource.name,
      records.map(({ id }) => id),
    )
    const rows = shown.map((row, at) => ({ ...row, ...known.get(records[at]?.id ?? '') }))
    if (own) return own.show(reply, rows, envelope)
    serialise ??= reply.compileSerializationSchema(envelope(whole))
    const write = serialise
    reply.type('application/json; charset=utf-8').serializer((payload: Data) => write(payload))
    return rows
  }
}
