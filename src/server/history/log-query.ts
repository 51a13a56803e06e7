import type * as z from 'zod'
import { MAX_PAGE_SIZE, PAGE_SIZE, type Pagination } from '#contract/api.ts'
import {
  daysBehind,
  filterFault,
  MOST_PAGES,
  numberFault,
  rangeFault,
} from '#contract/list-query.ts'
import { type JsonSchema, object } from '#server/http/json-schema.ts'
import { createQuery } from '#server/http/query.ts'
import { invalidParameter, parameterFault } from '#server/http/refusal.ts'
import { filterSchema, text, timesOf } from '#server/records/list-query.ts'
import { MOST_COUNTED, type Total } from '#server/records/records.ts'
import { isId } from '#server/records/shape.ts'

type Texts = Readonly<Record<string, string | undefined>>

/** A page of a log: a list that is not a resource and starts with its latest entry. */
export type LogPage = ReturnType<ReturnType<typeof createLogQuery>['read']>

const AT = daysBehind('at')

/** Returns a parameter with a single text. `rule` is the error message for a wrong one. */
const parameter = (
  name: string,
  meaning: JsonSchema,
  isValid: (value: string) => boolean,
  rule: string,
) =>
  text(meaning)
    .unwrap()
    .refine(isValid, { error: parameterFault(name, rule) })
    .exactOptional()

export const idParameter = (name: string, description: string) =>
  parameter(name, { format: 'uuid', description }, isId, 'must be an id')

/** Returns a parameter with a fixed set of values. */
export function wordParameter(name: string, words: readonly string[], description: string) {
  const rule = `must be one of ${words.join(', ')}`
  return parameter(name, { enum: words, description }, (value) => words.includes(value), rule)
}

function countParameter(name: string, maximum: number, byDefault: number) {
  const meaning = { type: 'integer', minimum: 1, maximum, default: byDefault }
  const isValid = (value: string) => numberFault(value, maximum) === undefined
  return parameter(name, meaning, isValid, numberFault('', maximum) ?? '')
}

/** Creates the reader of a log's query: pages and text parameters; with a time zone also days. */
export function createLogQuery(
  own: Readonly<Record<string, z.ZodType<string | undefined>>>,
  zone?: () => string,
) {
  const days = zone ? AT.parameters : []
  const { querystring, read } = createQuery({
    ...own,
    ...Object.fromEntries(days.map((name) => [name, text(filterSchema(AT, name))])),
    page: countParameter('page', MOST_PAGES, 1),
    limit: countParameter('limit', MAX_PAGE_SIZE, PAGE_SIZE),
  })
  return {
    querystring,
    /**
     * Returns the page and, in `asked`, the log's own parameters. With a time zone it also returns `from` and,
     * exclusive, `until`. Throws 400 for invalid parameters.
     */
    read(given: unknown) {
      const { page: at, limit: size, ...asked }: Texts = read(given)
      const [page, limit] = [Number(at ?? 1), Number(size ?? PAGE_SIZE)]
      const times: { from?: string | undefined; until?: string | undefined } = zone
        ? timesOf('at', daysIn(asked), zone())
        : {}
      return { page, limit, offset: (page - 1) * limit, ...times, asked }
    },
  }
}

function daysIn(asked: Texts): Texts {
  const given = AT.parameters.flatMap((name) => {
    const value = asked[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  for (const [name, value] of given) {
    const fault = filterFault(AT, name, value)
    if (fault) throw invalidParameter(name, fault)
  }
  const fault = rangeFault(AT, new Map(given))
  if (fault) throw invalidParameter(fault.parameter, fault.message)
  return asked
}

type Paged = Pick<LogPage, 'page' | 'limit'>

export const paginationOf = ({ page, limit }: Paged, { total, isMore }: Total): Pagination => ({
  ...{ page, limit, total },
  ...(isMore && { isMore }),
})

const whole = { type: 'integer' }
const isMore = {
  type: 'boolean',
  description: `Counting stopped at ${MOST_COUNTED}; there are more`,
}
export const PAGINATION: JsonSchema = object(
  { page: whole, limit: whole, total: whole },
  { isMore },
)
