import type { Field, FieldKit, PlainField } from './declaration.ts'
import { singular, titled } from './words.ts'

const plain =
  (kind: PlainField | 'password' | 'number' | 'select' | 'reference' | 'boolean') =>
  (path: string, label = titled(path), options: object = {}) =>
    ({ kind, path, label, ...options }) as Field

/** The builders behind a declaration's `fields`. Required, choices, limits and defaults are read from the schema. */
export const fieldKit: FieldKit = {
  text: plain('text'),
  email: plain('email'),
  password: plain('password'),
  url: plain('url'),
  textArea: plain('textArea'),
  date: plain('date'),
  dateTime: plain('dateTime'),
  money: plain('money'),
  duration: plain('duration'),
  colour: plain('colour'),
  image: plain('image'),
  json: plain('json'),
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
