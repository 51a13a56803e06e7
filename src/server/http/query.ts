import * as z from 'zod'
import { explainIssues, type FieldErrors, humanise } from '#model/words.ts'
import { bodySchema, type JsonSchema } from './json-schema.ts'
import { invalid, invalidParameter, type Refusal } from './refusal.ts'

/** The query of a route. */
export interface Query<Asked> {
  /** The parameters, for the OpenAPI description. */
  querystring: JsonSchema
  /** Returns the parsed query. Throws 400 that names each wrong parameter. */
  read(given: unknown): Asked
}

/**
 * Creates a query from its parameters, whose error messages are whole sentences. Rejects unknown parameters first,
 * because a typo in a name would change the result.
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
        throw invalidParameter(unknown, `is unknown. Known parameters: ${known}`)
      const fields: FieldErrors = {}
      for (const { path, message } of error.issues) {
        const name = path.join('.')
        // A message of the specification, which has no full stop, is sent alone.
        if (!message.endsWith('.')) throw invalid(message, { [name]: message })
        fields[name] ??= message
      }
      throw refusal(fields)
    },
  }
}

/** Returns the schema of a parameter that is a whole number from 1 to `most`. */
export function wholeNumber(name: string, most: number, byDefault: number) {
  const error = `${name} must be a whole number from 1 to ${most}.`
  return z.coerce.number({ error }).int(error).min(1, error).max(most, error).default(byDefault)
}

/** The error for several wrong parameters or fields. */
export function refusal(fields: FieldErrors): Refusal {
  return invalid(Object.values(fields).join(' '), fields)
}

/** Parses a body that is not a record by its schema. Throws 400 with a sentence for each issue. */
export function readBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(body)
  if (success) return data
  throw refusal(explainIssues(deepest(error.issues), body, (path) => humanise(path) || 'The body'))
}

/** Returns the issues of a union: those of the variant that the body comes closest to. */
function deepest(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue]
    const forms = issue.errors
      .map((form) => deepest(form).map((one) => ({ ...one, path: [...issue.path, ...one.path] })))
      .filter((form) => form.length > 0)
      .sort((one, other) => one.length - other.length)
    return forms[0] ?? [issue]
  })
}
