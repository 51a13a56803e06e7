import { type Field, type FieldKit, PLAIN_FIELDS, type PlainKit } from './declaration.ts'
import { singular, titled } from './words.ts'

const plain =
  (kind: Field['kind']) =>
  (path: string, label = titled(path), options: object = {}) =>
    ({ kind, path, label, ...options }) as Field

/** The builders behind a declaration's `fields`. Required, choices, limits and defaults are read from the schema. */
export const fieldKit: FieldKit = {
  ...(Object.fromEntries(PLAIN_FIELDS.map((kind) => [kind, plain(kind)])) as PlainKit<string>),
  password: plain('password'),
  commaList: (path, label, options) =>
    plain('commaList')(path, label, { hint: 'A comma or Enter adds each', ...options }),
  number: plain('number'),
  boolean: (path, label, options) =>
    plain('boolean')(path, label, { yes: 'Yes', no: 'No', ...options }),
  select: plain('select'),
  status: (path = 'isActive', label = 'Status', options) =>
    plain('boolean')(path, label, { yes: 'Active', no: 'Inactive', ...options }),
  reference: plain('reference'),
  amount: (path, label = titled(path)) => [
    { kind: 'number', path: `${path}.value`, label: `${label} Value`, half: true },
    { kind: 'select', path: `${path}.unit`, label: `${label} Unit`, half: true },
  ],
  list: (path, label, fields, { one = singular(`${label}`), folds, ...options } = {}) => {
    const inner = fields(fieldKit)
    const isLong = inner.length > 1
    return { kind: 'list', path, label, one, fields: inner, folds: folds ?? isLong, ...options }
  },
  part: (path, label, part, options = {}) => ({ kind: 'part', path, label, part, ...options }),
  group: (heading, fields) => fields.map((field) => ({ ...field, group: heading })),
}
