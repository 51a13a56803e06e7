import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { defineResource } from '#model/declaration.ts'
import { DECLARED_AT } from '#model/declared-at.ts'
import { reference } from '#model/references.ts'
import { ordered, requiredText, text, textList } from '#model/schema.ts'

/** A right declaration, as it stands in its file. */
export const RIGHT = `import * as z from 'zod'
import { defineResource } from '#model/declaration.ts'
import { reference } from '#model/references.ts'
import { ordered, requiredText, text, textList } from '#model/schema.ts'

const create = z.object({
  title: requiredText(120),
  format: z.enum(['onsite', 'online']).default('onsite'),
  capacity: z.int().min(1).default(10),
  place: z.object({ city: requiredText(), street: text().optional() }).optional(),
  mentor: reference('mentors').optional(),
  labels: textList(),
  steps: ordered({ title: requiredText() }).default(() => []),
  startsAt: z.iso.datetime().optional(),
  isActive: z.boolean().default(true),
})

export default defineResource({
  name: 'workshops',
  label: ['Workshop', 'Workshops'],
  recordName: 'title',
  icon: 'flag',
  create,
  sample: { title: 'Read an advert' },
  columns: (c) => [
    c.text('title', 'Title', { sort: 'title' }),
    c.badge('format', 'Format', { tones: { onsite: 'green' } }),
    c.date('startsAt', 'Starts'),
    c.status(),
  ],
  fields: (f) => [
    f.text('title', 'Title'),
    f.select('format', 'Format'),
    f.number('capacity', 'Capacity'),
    f.text('place.city', 'City'),
    f.reference('mentor', 'Mentor'),
    f.commaList('labels', 'Labels'),
    f.part('steps', 'Steps', 'steps'),
    f.status(),
  ],
  search: ['title', 'labels'],
  sorts: ['title', 'capacity'],
  filters: ['format', 'mentor'],
  defaultSort: 'title',
  unique: [{ path: 'title', message: 'Twice.' }],
})
`

/** Makes the declaration of such a text, with the place that the stack would tell. */
export function declare(source: string, file: string): unknown {
  const line = source.slice(0, source.indexOf('defineResource({')).split('\n').length
  const words = { z, reference, ordered, requiredText, text, textList }
  const body = source.replace(/^import .*$/gm, '').replace('export default ', 'return ')
  const make = new Function('defineResource', ...Object.keys(words), body)
  const define = (spec: Parameters<typeof defineResource>[0]) => ({
    ...defineResource(spec),
    [DECLARED_AT]: `${file}:${line}`,
  })
  return make(define, ...Object.values(words))
}

/** A change that makes the declaration wrong, and every line that is said of it, each with its own line number. */
export interface Wrong {
  title: string
  source: string
  says: readonly string[]
}

/** Reads tests/fixtures/wrong-declarations.txt. Throws where a change does not fit the right declaration. */
export function wrongDeclarations(): Wrong[] {
  const text = readFileSync('tests/fixtures/wrong-declarations.txt', 'utf8')
  return text
    .split(/^# /m)
    .slice(1)
    .map((block) => {
      const [title = '', ...lines] = block.trim().split('\n')
      const linesOf = (sign: string) =>
        lines.filter((line) => line[0] === sign).map((line) => line.slice(2))
      const before = linesOf('-').join('\n')
      if (!RIGHT.includes(before)) throw new Error(`${title}: there is no '${before}'`)
      return {
        title,
        source: RIGHT.replace(before, () => linesOf('+').join('\n')),
        says: linesOf('='),
      }
    })
}
