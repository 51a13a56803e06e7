import { hash } from 'node:crypto'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'

type Factory = ReturnType<typeof SerializerSelector>
type Serializer = ReturnType<ReturnType<Factory>>

const factory = SerializerSelector()
/** By what they are made of: many routes answer alike, above all with errors. */
const made = new Map<string, Serializer>()

/**
 * Fastify's serialisers, each compiled when the first answer needs it, and once for all routes with the same schema.
 * Compiled at the start they would be most of its time, and 40 MB that hardly any process uses.
 */
export const lazySerializers: Factory = (schemas, options) => {
  const compile = factory(schemas, options)
  let around: string | undefined
  return (route) => {
    let serialize: Serializer | undefined
    return (value) => {
      if (serialize === undefined) {
        around ??= JSON.stringify([schemas, options])
        const name = hash('sha1', JSON.stringify(route.schema) + around)
        serialize = made.get(name) ?? compile(route)
        made.set(name, serialize)
      }
      return serialize(value)
    }
  }
}
