import { KINDS, schemaLine, usesOf } from './kinds.mjs'
import { camel, singular, titled } from './words.mjs'

const REFERENCES = new Set(['reference', 'references'])
const MOST_COLUMNS = 6

/** The text of src/resources/<name>.ts. */
export function declarationOf(name, fields) {
  const used = [...new Set(fields.flatMap(usesOf))].sort()
  const schema = fields.map(schemaLine)
  const isNamed = ({ kind, isRequired }) => kind === 'text' && isRequired
  const recordName = fields.find(isNamed) ?? fields.find(({ kind }) => kind === 'text') ?? fields[0]
  const paths = (has) =>
    fields.filter(({ kind }) => KINDS[kind][has]).map((field) => `'${field.name}'`)
  const columns = fields.flatMap((field) => KINDS[field.kind].column?.(field) ?? [])
  const listed = (key, entries) =>
    entries.length > 0 ? [`  ${key}: [${entries.join(', ')}],`] : []
  return [
    "import * as z from 'zod'",
    "import { defineResource } from '#model/declaration.ts'",
    ...importOf(
      '#model/references.ts',
      used.filter((one) => REFERENCES.has(one)),
    ),
    ...importOf(
      '#model/schema.ts',
      used.filter((one) => !REFERENCES.has(one)),
    ),
    '',
    'export default defineResource({',
    `  name: '${name}',`,
    `  label: ['${singular(titled(name))}', '${titled(name)}'],`,
    `  recordName: '${recordName.name}',`,
    `  create: z.object({\n${schema.map((line) => `    ${line},`).join('\n')}\n  }),`,
    `  columns: (c) => [\n${columns.slice(0, MOST_COLUMNS).join(',\n')},\n  ],`,
    `  fields: (f) => [\n${fields.map((field) => KINDS[field.kind].field(field)).join(',\n')},\n  ],`,
    ...listed('search', paths('isSearched')),
    ...listed('sorts', [...paths('isSorted'), "'createdAt'"]),
    ...listed('filters', paths('isFilter')),
    '})',
    '',
  ].join('\n')
}

/** The registry with a line more, in the order of the alphabet. */
export function registered(registry, name) {
  const lines = registry.trimEnd().split('\n')
  const line = `export { default as ${camel(name)} } from './${name}.ts'`
  const after = lines.findIndex((one) => one.startsWith('export ') && one > line)
  return `${lines.toSpliced(after === -1 ? lines.length : after, 0, line).join('\n')}\n`
}

function importOf(from, names) {
  return names.length > 0 ? [`import { ${names.join(', ')} } from '${from}'`] : []
}
