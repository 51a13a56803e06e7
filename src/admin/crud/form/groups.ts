import type { Field } from '#model/spec.ts'

/** Neighbouring fields under one heading; without a heading where the declaration gives none. */
export interface Group {
  heading: string | undefined
  fields: readonly Field[]
}

/** The fields of a form in their order, gathered by the heading they stand under. */
export function groupsOf(fields: readonly Field[]): readonly Group[] {
  const groups: { heading: string | undefined; fields: Field[] }[] = []
  for (const field of fields) {
    const last = groups.at(-1)
    if (last && last.heading === field.group) last.fields.push(field)
    else groups.push({ heading: field.group, fields: [field] })
  }
  return groups
}
