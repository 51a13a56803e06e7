import fc from 'fast-check'
import { type Drawing, type Schema, valuesOf } from './from-schema.ts'

interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  schema: Schema
}
export interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
export interface Call {
  method: string
  path: string
  operation: Operation
}

/** The query of a call; lists are separated by commas, and a stretch of days begins before it ends, or is one word. */
export function queryOf(
  { operationId, parameters = [] }: Operation,
  drawing: Drawing,
): fc.Arbitrary<Record<string, unknown>> {
  const entries = parameters.flatMap(({ name, in: place, required, schema, ...rest }) => {
    if (place !== 'query') return []
    const value = valuesOf({ ...schema, ...rest }, drawing, name).map(String)
    return [[name, required ? value : fc.option(value, { nil: undefined })] as const]
  })
  return fc.record(Object.fromEntries(entries)).map((query) => {
    const named = (name: string) => query[name] !== undefined
    // Of a user's parts the timeline and the sessions have no states.
    const isStateless = operationId === 'listUserPeople'
    const given = Object.entries(query).filter(([name, value]) => {
      if (isStateless && ['part', 'state'].includes(name)) return false
      const path = name.replace(/_is$/, '')
      const isRange = named(`${path}_from`) || named(`${path}_to`)
      // A number alone stands beside none of the three, a word not beside the ends of a range.
      const isBeside = isRange || (path === name && named(`${path}_is`))
      return value !== undefined && !isBeside
    })
    const isNumber = (name: string) =>
      parameters.some((one) => one.name === name && one.schema.type === 'number')
    return Object.fromEntries(
      given.map(([name, value]) => [
        name,
        /_to$|^endDate$/.test(name)
          ? isNumber(name)
            ? '9'
            : '2026-11-01'
          : /_from$|^startDate$/.test(name)
            ? isNumber(name)
              ? '1'
              : '2026-10-01'
            : value,
      ]),
    )
  })
}

/** Words that a parameter must refuse. */
export function wrongWords({ type, format, enum: words, maximum, items }: Schema): string[] {
  if (format === 'date') return ['2026-02-30', '9999-12-31', '0000-01-01', 'today']
  if (words || items?.enum) return ['no-such-word']
  if (type === 'integer') return ['x', '1.5', '0', String((maximum ?? 1e9) + 1)]
  if (type === 'number') return ['x']
  if (type === 'boolean') return ['maybe', '1']
  return format === 'uuid' ? ['x'] : []
}

/** The schema of a body of JSON; a file is none that could be drawn. */
export function jsonOf({ requestBody }: Operation): Schema | undefined {
  const schema = requestBody?.content['application/json']?.schema
  return schema?.format === 'binary' ? undefined : schema
}
