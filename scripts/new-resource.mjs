// npm run new:resource NAME: writes a commented declaration to start from, and its line in the registry.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { helpOn, root } from './steps/process.mjs'

const USAGE = `Usage: npm run new:resource -- NAME

NAME is the plural in the address: lower case with hyphens, like workshops or career-paths.`

const [name = '', ...more] = process.argv.slice(2)
helpOn(USAGE, [name, ...more])
const file = join(root, 'src/resources', `${name}.ts`)
const registry = join(root, 'src/resources/declared.ts')

if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || more.length > 0)
  refuse(name ? `'${[name, ...more].join(' ')}' is not a valid name.` : 'Name the resource.')
if (existsSync(file)) refuse(`src/resources/${name}.ts already exists.`)

writeFileSync(file, declarationOf(name))
writeFileSync(registry, withLine(readFileSync(registry, 'utf8')))
console.log(`Created:
  src/resources/${name}.ts    replace its sample fields with your own
  src/resources/declared.ts   its line in the registry

npm run dev shows it at /admin/${name}. docs/adding-a-resource.md says what else can be declared.`)

function refuse(reason) {
  console.error(`${reason}\n\n${USAGE}`)
  process.exit(2)
}

/** Adds the export to the registry, in alphabetical order. */
function withLine(text) {
  const key = name.replace(/-(\w)/g, (_all, letter) => letter.toUpperCase())
  const line = `export { default as ${key} } from './${name}.ts'`
  const lines = text.trimEnd().split('\n')
  const next = lines.findIndex((one) => one.startsWith('export ') && one > line)
  return `${lines.toSpliced(next === -1 ? lines.length : next, 0, line).join('\n')}\n`
}

function declarationOf(resource) {
  const many = resource
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join(' ')
  const one = many.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
  return `import * as z from 'zod'
import { defineResource } from '#model/declaration.ts'
import { moment, requiredText, text } from '#model/schema.ts'

export default defineResource({
  name: '${resource}',
  label: ['${one}', '${many}'],
  /** The field that names a record in lists, questions and messages. */
  recordName: 'title',
  /**
   * What is stored. The form and the API check by it. #model/schema.ts has more: emailAddress(), webAddress(), day(),
   * duration(), money('EUR'), textList(), and ordered({ … }) for a list of entries. #model/references.ts has
   * reference('mentors') and references('career-fields').
   */
  create: z.object({
    title: requiredText(120),
    description: text(5000).optional(),
    startsAt: moment().optional(),
    seats: z.int().min(1).default(10),
    format: z.enum(['onsite', 'online']).default('onsite'),
    isActive: z.boolean().default(true),
  }),
  /** The list. A label that is left out is made from the path. */
  columns: (c) => [
    c.text('title', 'Title', { sort: 'title' }),
    c.date('startsAt', 'Starts At', { sort: 'startsAt' }),
    c.number('seats', 'Seats', { sort: 'seats' }),
    c.badge('format'),
    c.status(),
  ],
  /** The form. An ordered list is f.list('sessions', 'Sessions', (f) => [f.text('title')]). */
  fields: (f) => [
    f.text('title'),
    f.textArea('description'),
    f.dateTime('startsAt'),
    f.number('seats'),
    f.select('format'),
    f.status(),
  ],
  search: ['title', 'description'],
  sorts: ['title', 'startsAt', 'seats', 'createdAt'],
  filters: ['startsAt', 'seats', 'format', 'isActive'],
})
`
}
