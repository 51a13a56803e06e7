import type { Field } from '#model/declaration.ts'

/** Into how many parts a row is shared, of which a field takes one. */
export type Share = 1 | 2 | 3

/** What is short by its kind: two of these stand side by side without being told to. */
const SHORT: ReadonlySet<Field['kind']> = new Set([
  'number',
  'money',
  'duration',
  'date',
  'dateTime',
  'select',
  'boolean',
  'colour',
])

/**
 * How fields share rows: short neighbours stand in pairs, the last three of an odd number in one row. A declared
 * half is short whatever its kind, and stays half where it stands alone.
 */
export function sharesOf(fields: readonly Field[]): Share[] {
  const shares: Share[] = []
  let at = 0
  while (at < fields.length) {
    const end = fields.findIndex((field, index) => index >= at && !isShort(field))
    const length = (end < 0 ? fields.length : end) - at
    if (length === 0) shares.push(1)
    else if (length === 1) shares.push(fields[at]?.half ? 2 : 1)
    else
      for (let place = 0; place < length; place++)
        shares.push(length % 2 === 1 && place >= length - 3 ? 3 : 2)
    at = shares.length
  }
  return shares
}

function isShort({ kind, half }: Field): boolean {
  return half ?? SHORT.has(kind)
}

/** What stands under one heading of a form. */
export interface Section {
  /** Undefined where it has none. */
  heading: string | undefined
  fields: readonly Field[]
}

/** The fields of a form in their order, gathered by the heading they stand under, where the declaration gives one. */
export function sectionsOf(fields: readonly Field[]): readonly Section[] {
  const sections: { heading: string | undefined; fields: Field[] }[] = []
  for (const field of fields) {
    const last = sections.at(-1)
    if (last && last.heading === field.group) last.fields.push(field)
    else sections.push({ heading: field.group, fields: [field] })
  }
  return sections
}

/** Whether a form's sections can be folded: it holds a list among other things. */
export function isLong(sections: readonly Section[]): boolean {
  return sections.length >= 3 && sections.some(({ fields }) => fields.some(isList))
}

const isList = ({ kind }: Field) => kind === 'list'
