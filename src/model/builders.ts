import type { Field, FieldKit, PlainField } from './declaration.ts'
import { singular, titled } from './words.ts'

const plain =
  (kind: PlainField) =>
  (
    path: string,
    label = titled(path),
    options: { on?: 'create' | 'edit'; hint?: string; half?: true } = {},
  ): Field => ({
    kind,
    path,
    label,
    ...options,
  })

/** The builders behind a declaration's `fields`. Required, choices, limits and defaults are read from the schema. */
export const fieldKit: FieldKit = {
  text: plain('text'),
  email: plain('email'),
  password: (path, label = titled(path), options = {}) => ({
    kind: 'password',
    path,
    label,
    ...options,
  }),
  url: plain('url'),
  textArea: plain('textArea'),
  date: plain('date'),
  dateTime: plain('dateTime'),
  money: plain('money'),
  duration: plain('duration'),
  colour: plain('colour'),
  image: plain('image'),
  json: plain('json'),
  commaList: (
    path,
    label = titled(path),
    { hint = 'A comma or Enter adds each', ...options } = {},
  ) => ({
    kind: 'commaList',
    path,
    label,
    hint,
    ...options,
  }),
  number: (path, label = titled(path), options = {}) => ({
    kind: 'number',
    path,
    label,
    ...options,
  }),
  boolean: (path, label = titled(path), { yes = 'Yes', no = 'No', ...options } = {}) => ({
    kind: 'boolean',
    path,
    label,
    yes,
    no,
    ...options,
  }),
  select: (path, label = titled(path), options = {}) => ({
    kind: 'select',
    path,
    label,
    ...options,
  }),
  status: (path = 'isActive', label = 'Status', options = {}) => ({
    kind: 'boolean',
    path,
    label,
    yes: 'Active',
    no: 'Inactive',
    ...options,
  }),
  reference: (path, label = titled(path), options = {}) => ({
    kind: 'reference',
    path,
    label,
    ...options,
  }),
  amount: (path, label = titled(path)) => [
    { kind: 'number', path: `${path}.value`, label: `${label} Value`, half: true },
    { kind: 'select', path: `${path}.unit`, label: `${label} Unit`, half: true },
  ],
  list: (path, label, fields, { one = singular(`${label}`), folds, ...options } = {}) => {
    const inner = fields(fieldKit)
    // What is one field is no longer than its folded line.
    const isLong = inner.length > 1
    return { kind: 'list', path, label, one, fields: inner, folds: folds ?? isLong, ...options }
  },
  part: (path, label, part, options = {}) => ({ kind: 'part', path, label, part, ...options }),
  group: (heading, fields) => fields.map((field) => ({ ...field, group: heading })),
}
