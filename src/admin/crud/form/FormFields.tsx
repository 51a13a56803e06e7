import { translate } from '#admin/format/translate.ts'
import type { Field } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import type { Mode } from './check-draft.ts'
import { Fields } from './FieldItem.tsx'
import css from './FormFields.module.css'

interface Section {
  /** The path of its first field. */
  key: string
  heading: string | undefined
  fields: Field[]
}

/** The fields of a form, under the declaration's headings. */
export function FormFields({
  fields,
  ...rest
}: {
  resource: Resource
  mode: Mode
  fields: readonly Field[]
}) {
  return sectionsOf(fields).map(({ key, heading, fields }) =>
    heading === undefined ? (
      <Fields key={key} fields={fields} {...rest} />
    ) : (
      <fieldset key={key} className={css.group}>
        <legend>{translate(heading)}</legend>
        <Fields fields={fields} {...rest} />
      </fieldset>
    ),
  )
}

function sectionsOf(fields: readonly Field[]): Section[] {
  const sections: Section[] = []
  for (const field of fields) {
    const last = sections.at(-1)
    if (last && last.heading === field.group) last.fields.push(field)
    else sections.push({ key: field.path, heading: field.group, fields: [field] })
  }
  return sections
}
