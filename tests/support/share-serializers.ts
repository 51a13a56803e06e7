import type { FastifyInstance } from 'fastify'

/*
 * Fastify compiles a serializer for every answer of every route: most of what starting the server costs. Those of
 * the same schemas are the same, and shared by all servers of a worker. Fastify has no public way to its own
 * compiler; without the private one each server compiles as usual.
 */

type Compile = (route: { schema: object }) => unknown
type Build = (schemas: object, options: object) => Compile

const known = new Map<string, unknown>()
let isShared = false

export function shareSerializers(app: FastifyInstance): void {
  const name = Object.getOwnPropertySymbols(app).find(
    ({ description }) => description === 'fastify.schemaController',
  )
  const controller = name && Reflect.get(app, name)
  if (isShared || !controller) return
  isShared = true
  const prototype = Object.getPrototypeOf(controller) as { getSerializerBuilder(): Build }
  const { getSerializerBuilder } = prototype
  prototype.getSerializerBuilder = function shared() {
    const build = getSerializerBuilder.call(this)
    return (schemas, options) => {
      const compile = build(schemas, options)
      const around = JSON.stringify([schemas, options])
      return (route) => {
        const key = JSON.stringify(route.schema) + around
        if (!known.has(key)) known.set(key, compile(route))
        return known.get(key)
      }
    }
  }
}
