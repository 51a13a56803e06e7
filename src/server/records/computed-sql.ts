import type { Expression, Part } from '#model/computed.ts'
import { LARGEST, MOMENT, SMALLEST } from '#model/evaluate.ts'
import { at, quote } from '#server/db/json-sql.ts'

/**
 * The SQL of an expression's value in the JSON of a record: the same that model/evaluate.ts gives, NULL
 * where that gives nothing. `kind` is that of its column.
 */
export function expressionIn(json: string, expression: Expression, kind: string): string {
  if (kind === 'number') return numberOf(json, expression)
  return kind === 'date' ? instantOf(json, expression) : textOf(json, expression)
}

function numberOf(json: string, operand: Part): string {
  if (typeof operand === 'number') return sane(`(${operand})::double precision`)
  switch (operand.op) {
    case 'path':
      return sane(
        ifType(json, operand.path, 'number', `(${at(json, operand.path, true)})::double precision`),
      )
    case 'count': {
      const count = `jsonb_array_length(${at(json, operand.path, false)})::double precision`
      return `coalesce(${ifType(json, operand.path, 'array', count)}, 0)`
    }
    case 'sum':
      return sumOf(json, operand.path)
    case 'or':
      return `coalesce(${numberOf(json, operand.left)}, ${numberOf(json, operand.right)})`
    case 'days': {
      const [from, to] = [instantOf(json, operand.from), instantOf(json, operand.to)]
      return `floor(extract(epoch from (${to} - ${from})) / 86400)::double precision`
    }
    case 'join':
      return 'null::double precision'
    default:
      return calculated(operand.op, numberOf(json, operand.left), numberOf(json, operand.right))
  }
}

const SIGNS = { plus: '+', minus: '-', times: '*', over: '/' } as const

function calculated(op: keyof typeof SIGNS, left: string, right: string): string {
  const divisor = op === 'over' ? `nullif(${right}, 0)` : right
  return sane(`(${left} ${SIGNS[op]} ${divisor})`)
}

/** The value is written once: nested ones would double with each level. */
function sane(value: string): string {
  return `(select case when v = 0 then 0 when abs(v) between ${SMALLEST} and ${LARGEST} then v end from (select ${value} as v) as one)`
}

function sumOf(json: string, path: string): string {
  const [first = '', ...rest] = path.split(/\.?\*\.?/)
  const lists = [first, ...rest.slice(0, -1)]
  const list = (from: string, below: string) => {
    const value = inner(from, below)
    return `jsonb_array_elements(case when jsonb_typeof(${value}) = 'array' then ${value} else '[]' end)`
  }
  const from = lists.map(
    (below, level) => `${list(level ? `e${level}` : json, below)} as e${level + 1}`,
  )
  const found = inner(`e${lists.length}`, rest.at(-1) ?? '')
  const each = sane(
    `case when jsonb_typeof(${found}) = 'number' then (${found} #>> '{}')::double precision end`,
  )
  return `(select coalesce(sum(${each}), 0) from ${from.join(', ')})`
}

function inner(json: string, path: string): string {
  return path === '' ? json : at(json, path, false)
}

function textOf(json: string, operand: Part): string {
  if (typeof operand === 'number') return 'null::text'
  switch (operand.op) {
    case 'path':
      return ifType(json, operand.path, 'string', at(json, operand.path, true))
    case 'or':
      return `coalesce(${textOf(json, operand.left)}, ${textOf(json, operand.right)})`
    case 'join': {
      const parts = operand.parts.map((one) => `nullif(${textOf(json, one)}, '')`)
      return `nullif(concat_ws(${[quote(operand.by), 'null::text', ...parts].join(', ')}), '')`
    }
    default:
      return 'null::text'
  }
}

/** A day begins at midnight of UTC. */
function instantOf(json: string, expression: Part): string {
  const whole = `case when length(v) = 10 then v || 'T00:00:00Z' else v end`
  return `(select waymark_instant(${whole}) from (select ${textOf(json, expression)} as v) as one where v ~ ${quote(MOMENT)})`
}

function ifType(json: string, path: string, type: string, value: string): string {
  return `case when jsonb_typeof(${at(json, path, false)}) = '${type}' then ${value} end`
}
