import { type Computed, type Part, pathsIn } from '../computed.ts'
import type { Declaration } from '../declaration.ts'
import { describe } from '../describe.ts'
import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'
import { adviceFor } from './known.ts'
import { aKind } from './nearest.ts'
import { RECORD_KEYS } from './taken.ts'

/** What each of the words reads. */
const READS: Readonly<Record<string, readonly string[]>> = {
  path: ['number', 'text', 'choice', 'date', 'day'],
  count: ['list'],
  sum: ['number'],
}

/** Computed keys that are taken, that read what is not there, or by which a list cannot be asked. */
export function computedFaults(resource: Resource, { row, create }: Declaration): Fault[] {
  const taken = [
    ...RECORD_KEYS,
    ...Object.keys(create.shape),
    ...Object.keys((row ?? create).shape),
  ]
  return Object.entries(resource.computed).flatMap(([key, computed]) => {
    const fault = (what: string, fix: string): Fault => ({ at: `computed.${key}`, what, fix })
    return [
      ...(taken.includes(key)
        ? [fault(`a record has a '${key}' of its own`, 'give it another name')]
        : []),
      ...pathsIn(computed).flatMap(({ op, path }) => {
        const found = describe(resource.create, path.replaceAll('*', '0'))
        if (!found) return [fault(`a record has no '${path}'`, adviceFor(path, resource.create))]
        if (op === 'sum' && !path.includes('*'))
          return [fault(`'${path}' is one number`, `write path('${path}')`)]
        return READS[op]?.includes(found.kind)
          ? []
          : [fault(`${op} cannot read ${aKind(found.kind)}`, `leave '${path}' out`)]
      }),
      ...mixtures(computed, resource).map((what) => fault(what, 'use values of that kind')),
      ...askedFaults(resource, key, computed),
    ]
  })
}

/** A function is known to the program alone; the database sorts and finds by expressions only. */
function askedFaults({ sorts, filters, unique, search }: Resource, key: string, { op }: Computed) {
  const lists = { sorts, filters, search, unique: unique.map(({ path }) => path) }
  return Object.entries(lists).flatMap(([list, paths]): Fault[] => {
    const isFine = op !== 'made' && (list === 'sorts' || list === 'filters')
    if (isFine || !paths.includes(key)) return []
    const what =
      list === 'search' || list === 'unique'
        ? `'${key}' is computed, and not stored`
        : `'${key}' is made by a function, which the database does not know`
    const fix =
      list === 'search' || list === 'unique'
        ? 'leave it out'
        : 'leave it out, or say it as an expression: minus, count …'
    return [{ at: `${list} '${key}'`, what, fix }]
  })
}

type Kind = 'number' | 'text' | 'time'

/** What is put together of kinds that do not fit. */
function mixtures(computed: Computed, resource: Resource): string[] {
  if (computed.op === 'made') return []
  const wrong: string[] = []
  const want = (one: Part, kinds: readonly Kind[], of: string) => {
    const kind = kindOf(one)
    if (!kinds.includes(kind)) wrong.push(`${of} cannot take a ${kind}`)
  }
  const kindOf = (one: Part): Kind => {
    if (typeof one === 'number') return 'number'
    switch (one.op) {
      case 'path': {
        const kind = describe(resource.create, one.path)?.kind
        return kind === 'date' || kind === 'day' ? 'time' : kind === 'number' ? 'number' : 'text'
      }
      case 'or': {
        const kind = kindOf(one.left)
        want(one.right, [kind], 'or')
        return kind
      }
      case 'join':
        for (const part of one.parts) want(part, ['text'], 'join')
        return 'text'
      case 'days':
        for (const end of [one.from, one.to]) want(end, ['time'], 'days')
        return 'number'
      case 'count':
      case 'sum':
        return 'number'
      default:
        for (const side of [one.left, one.right]) want(side, ['number'], one.op)
        return 'number'
    }
  }
  kindOf(computed)
  return wrong
}
