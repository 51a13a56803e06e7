import * as z from 'zod'
import type { FieldErrors } from '#model/words.ts'
import { bodySchema, type JsonSchema } from './json-schema.ts'
import { invalid, invalidParameter, type Refusal } from './refusal.ts'

/** What a route is asked for in its query: said once, and both described and read by that. */
export interface Query<Asked> {
  /** The parameters, for the route's description. */
  querystring: JsonSchema
  /** Throws 400 that names each wrong parameter. */
  read(given: unknown): Asked
}

/**
 * Makes a query from its parameters. Their messages are whole sentences. A parameter that is not among them is
 * refused before all else: a slip of the pen would answer another question.
 */
export function createQuery<Shape extends z.ZodRawShape>(
  shape: Shape,
): Query<z.output<z.ZodObject<Shape, z.core.$strict>>> {
  const schema = z.strictObject(shape)
  const { additionalProperties, ...querystring } = bodySchema(schema)
  const known = Object.keys(shape).join(', ')
  return {
    querystring,
    read(given) {
      const { success, data, error } = schema.safeParse(given)
      if (success) return data
      const [unknown] = error.issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys' ? issue.keys : [],
      )
      if (unknown !== undefined)
        throw invalidParameter(unknown, `is not known here. Known are ${known}`)
      const fields: FieldErrors = {}
      for (const { path, message } of error.issues) {
        const name = path.join('.')
        // What the specification words without a full stop is said alone.
        if (!message.endsWith('.')) throw invalid(message, { [name]: message })
        fields[name] ??= message
      }
      throw refusal(fields)
    },
  }
}

/** The refusal of wrong parameters, by a sentence for each. */
export function refusal(fields: FieldErrors): Refusal {
  return invalid(Object.values(fields).join(' '), fields)
}
