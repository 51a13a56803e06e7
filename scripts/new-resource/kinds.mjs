import { titled } from './words.mjs'

// What each kind of field is in a declaration. `field.sample` is a value that was seen or made up.

const quoted = (text) => `'${String(text).replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`
const optional = (schema) => (field) => schema(field) + (field.isRequired ? '' : '.optional()')
const plain = (kit, kind) => (field) => `${kit}.${kind}(${quoted(field.name)})`
const sortable =
  (kind, more = '') =>
  (field) =>
    `c.${kind}(${quoted(field.name)}, ${quoted(titled(field.name))}, { sort: ${quoted(field.name)}${more} })`

const text = (longest) => ({
  schema: ({ isRequired, longest: most = longest }) =>
    isRequired ? `requiredText(${most})` : `text(${most}).optional()`,
  uses: ({ isRequired }) => [isRequired ? 'requiredText' : 'text'],
  isSearched: true,
})

const made = (maker, field, column, more = {}) => ({
  schema: optional(() => `${maker}()`),
  uses: () => [maker],
  field: plain('f', field),
  column: plain('c', column),
  ...more,
})

/** By kind: its schema, its field, its column, and what lists do with it. */
export const KINDS = {
  text: { ...text(120), field: plain('f', 'text'), column: sortable('text'), isSorted: true },
  'long text': { ...text(5000), field: plain('f', 'textArea') },
  email: made('emailAddress', 'email', 'email', { isSearched: true }),
  link: made('webAddress', 'url', 'link'),
  image: made('imageAddress', 'image', 'image'),
  day: made('day', 'date', 'date', { column: sortable('date'), isSorted: true, isFilter: true }),
  moment: made('moment', 'dateTime', 'date', {
    column: sortable('date', ", show: 'both'"),
    isSorted: true,
    isFilter: true,
  }),
  duration: made('duration', 'duration', 'duration'),
  colour: made('colour', 'colour', 'colour'),
  json: made('json', 'json', 'json', { column: undefined }),
  'whole number': {
    schema: optional(({ min = 0 }) => `z.int().min(${min})`),
    field: plain('f', 'number'),
    column: sortable('number'),
    isSorted: true,
    isFilter: true,
  },
  number: {
    schema: optional(() => 'z.number()'),
    field: plain('f', 'number'),
    column: sortable('number'),
    isSorted: true,
    isFilter: true,
  },
  switch: {
    schema: ({ name }) => `z.boolean().default(${name === 'isActive'})`,
    field: (field) => (field.name === 'isActive' ? 'f.status()' : plain('f', 'boolean')(field)),
    column: (field) => (field.name === 'isActive' ? 'c.status()' : plain('c', 'boolean')(field)),
    isFilter: true,
  },
  choice: {
    schema: optional(({ choices }) => `z.enum([${choices.map(quoted).join(', ')}])`),
    field: plain('f', 'select'),
    column: plain('c', 'badge'),
    isFilter: true,
  },
  reference: {
    schema: optional(({ to }) => `reference(${quoted(to)})`),
    uses: () => ['reference'],
    field: plain('f', 'reference'),
    column: plain('c', 'reference'),
    isFilter: true,
  },
  references: {
    schema: ({ to }) => `references(${quoted(to)}).default(() => [])`,
    uses: () => ['references'],
    field: plain('f', 'reference'),
    isFilter: true,
  },
  'list of words': {
    schema: () => 'textList()',
    uses: () => ['textList'],
    field: plain('f', 'commaList'),
    isSearched: true,
  },
  list: {
    schema: ({ of }) => `ordered({ ${of.map(schemaLine).join(', ')} }).default(() => [])`,
    uses: ({ of }) => ['ordered', ...of.flatMap(usesOf)],
    field: ({ name, of }) =>
      `f.list(${quoted(name)}, ${quoted(titled(name))}, (f) => [${of.map((one) => KINDS[one.kind].field(one)).join(', ')}])`,
  },
}

export function schemaLine(field) {
  return `${field.name}: ${KINDS[field.kind].schema(field)}`
}

/** What the schema of a field takes from model/. */
export function usesOf(field) {
  return KINDS[field.kind].uses?.(field) ?? []
}
