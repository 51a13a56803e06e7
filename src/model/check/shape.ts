import * as z from 'zod'
import { fieldKit } from '../builders.ts'
import { columnKit } from '../columns.ts'
import type { Declaration, Spec } from '../declaration.ts'
import { isObject } from '../paths.ts'
import type { Fault } from './fault.ts'
import { nearest, oneOf } from './nearest.ts'

type Shape = 'text' | 'object' | 'list' | 'function' | 'number' | 'true' | 'schema' | 'any'

/** Every key of a declaration, and what stands there. A new key is a row more. */
const KEYS: Readonly<Record<keyof Spec, readonly Shape[]>> = {
  name: ['text'],
  label: ['list'],
  recordName: ['text', 'list'],
  title: ['text'],
  subtitle: ['text'],
  icon: ['text'],
  api: ['object'],
  create: ['schema'],
  row: ['schema'],
  update: ['schema'],
  sample: ['object'],
  samples: ['function'],
  ownPage: ['true'],
  noPage: ['true'],
  computed: ['object'],
  columns: ['function'],
  fields: ['function'],
  line: ['list'],
  list: ['text'],
  inbox: ['object'],
  detail: ['text', 'function'],
  tabs: ['object'],
  panels: ['object'],
  search: ['list'],
  sorts: ['list'],
  filters: ['list'],
  defaultSort: ['text'],
  unique: ['list'],
  renamedFrom: ['object'],
  actions: ['list'],
  rowActions: ['function'],
  listActions: ['function'],
  needs: ['object'],
  fromPublic: ['true'],
  access: ['object'],
  modalWidth: ['number'],
  messages: ['object'],
}

const NEEDED = {
  name: "write what its address is called, like name: 'tags'",
  label: "write what one and many are called, like label: ['Tag', 'Tags']",
  create: 'write the schema of a new record, like create: z.object({ name: requiredText() })',
} as const satisfies Partial<Record<keyof Spec, string>>

const FITS: Readonly<Record<Shape, { is: (value: unknown) => boolean; write: string }>> = {
  text: { is: (value) => typeof value === 'string', write: 'a text' },
  number: { is: (value) => typeof value === 'number', write: 'a number' },
  true: { is: (value) => value === true, write: 'true, or leave it out' },
  object: { is: isObject, write: 'an object: { … }' },
  list: { is: Array.isArray, write: 'a list: […]' },
  function: { is: (value) => typeof value === 'function', write: 'a function of its kit' },
  schema: { is: (value) => value instanceof z.ZodObject, write: 'a z.object({ … })' },
  any: { is: () => true, write: 'something' },
}

/** What keeps a declaration from being completed at all. */
export function shapeFaults(spec: Declaration): Fault[] {
  const given = Object.entries(spec)
  const missing = Object.entries(NEEDED)
    .filter(([key]) => Reflect.get(spec, key) === undefined)
    .map(([key, fix]) => ({ at: key, what: 'is missing', fix }))
  const misshapen: Fault[] = given.flatMap(([key, value]) => {
    const shapes = Object.hasOwn(KEYS, key) ? KEYS[key as keyof Spec] : undefined
    if (!shapes || value === undefined || shapes.some((shape) => FITS[shape].is(value))) return []
    const write = shapes.map((shape) => FITS[shape].write).join(', or ')
    const needed: string | undefined = NEEDED[key as keyof typeof NEEDED]
    return [{ at: key, what: `is ${nounOf(value)}`, fix: needed ?? `write ${write}` }]
  })
  const { label } = spec
  if (Array.isArray(label) && (label.length !== 2 || label.some((one) => typeof one !== 'string')))
    misshapen.push({
      at: 'label',
      what: 'is not the words for one and for many',
      fix: "write both numbers, like ['Tag', 'Tags']",
    })
  return [...missing, ...misshapen]
}

/** Keys that nobody reads: a slip of the hand, which a spread hides from the compiler. */
export function unknownKeys(spec: Declaration): Fault[] {
  const known = Object.keys(KEYS)
  return Object.keys(spec)
    .filter((key) => !known.includes(key))
    .map((key) => ({ at: key, what: 'a declaration has no such key', fix: adviceFor(key, known) }))
}

/** With what a misspelt key holds under the key that was meant, so that nothing else is said to be missing. */
export function asMeant(spec: Declaration): Declaration {
  const known = Object.keys(KEYS)
  const meant = Object.entries(spec).flatMap(([key, value]) => {
    const near = known.includes(key) ? undefined : nearest(key, known)
    return near === undefined || Object.hasOwn(spec, near) ? [] : [[near, value]]
  })
  return meant.length > 0 ? { ...spec, ...Object.fromEntries(meant) } : spec
}

function adviceFor(key: string, known: readonly string[]): string {
  const near = nearest(key, known)
  return near ? `did you mean '${near}'?` : 'leave it out'
}

/** What `columns`, `fields` and `detail` give, where it is not a plain list of what their kit makes. */
export function kitFaults(spec: Declaration): Fault[] {
  const kits = { columns: columnKit, fields: fieldKit, detail: columnKit } as const
  return (Object.keys(kits) as (keyof typeof kits)[]).flatMap((at) => {
    const build = spec[at] as ((kit: object) => unknown) | string | undefined
    if (typeof build !== 'function') return []
    let made: unknown
    try {
      made = build(strict(kits[at], at === 'fields' ? 'f' : 'c'))
    } catch (error) {
      if (error instanceof UnknownWord)
        return [
          { at: `${at} '${error.message}'`, what: 'the kit has no such word', fix: error.fix },
        ]
      const what = error instanceof Error ? error.message : String(error)
      return [{ at, what: `ended with '${what}'`, fix: 'build it without reading a record' }]
    }
    if (!Array.isArray(made))
      return [{ at, what: `gives ${nounOf(made)}`, fix: `write ${at}: (${at[0]}) => […]` }]
    return made.flatMap((one, index) => entryFaults(one, `${at}[${index}]`))
  })
}

function entryFaults(one: unknown, at: string): Fault[] {
  if (Array.isArray(one))
    return [
      {
        at: `${at} 'f.group'`,
        what: 'is a list within the list',
        fix: 'write ...f.group(…), with three dots',
      },
    ]
  if (!isObject(one) || typeof one.kind !== 'string')
    return [{ at, what: `is ${nounOf(one)}`, fix: 'build each entry with the kit' }]
  return typeof one.label === 'string'
    ? []
    : [
        {
          at: `${at} '${one.path ?? one.kind}'`,
          what: 'has no label',
          fix: 'write the words that stand above it',
        },
      ]
}

class UnknownWord extends Error {
  readonly fix: string

  constructor(message: string, fix: string) {
    super(message)
    this.fix = fix
  }
}

/** The kit, which says so where it lacks a word. */
function strict(kit: object, sign: string): object {
  return new Proxy(kit, {
    get(target, word) {
      if (Reflect.has(target, word)) return Reflect.get(target, word)
      const known = Object.keys(target).map((one) => `${sign}.${one}`)
      throw new UnknownWord(`${sign}.${String(word)}`, oneOf(`${sign}.${String(word)}`, known))
    },
  })
}

function nounOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (value instanceof z.ZodType) return `a schema of another kind, z.${value.def.type}`
  if (Array.isArray(value)) return 'a list'
  const noun: Record<string, string> = { string: 'a text', object: 'an object' }
  return noun[typeof value] ?? `a ${typeof value}`
}
