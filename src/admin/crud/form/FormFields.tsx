import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Resource } from '#model/resource.ts'
import type { FieldErrors } from '#model/words.ts'
import type { Mode } from './check-draft.ts'
import { FieldItem } from './FieldItem.tsx'
import css from './FormFields.module.css'
import { type Section, sectionId, sharesOf } from './layout.ts'

/** The fields of a form, section by section; short ones share rows where there is room. */
export function FormFields({
  resource,
  mode,
  formName,
  sections,
  below,
}: {
  resource: Resource
  mode: Mode
  formName: string
  sections: readonly Section[]
  /** What is wrong below the path of each field. */
  below: Readonly<Record<string, FieldErrors>>
}) {
  return sections.map(({ heading, fields }, at) => {
    const shares = sharesOf(fields)
    return (
      <Group key={fields[0]?.path} id={sectionId(formName, at)} heading={heading}>
        {fields.map((field, place) => (
          <FieldItem
            key={field.path}
            resource={resource}
            mode={mode}
            field={field}
            below={below[field.path] ?? NO_ERRORS}
            share={shares[place] ?? 1}
          />
        ))}
      </Group>
    )
  })
}

const NO_ERRORS = {}

function Group({
  id,
  heading,
  children,
}: {
  id: string
  heading: string | undefined
  children: ReactNode
}) {
  if (heading === undefined)
    return (
      <div id={id} className={css.fields}>
        {children}
      </div>
    )
  return (
    <fieldset id={id} className={css.group}>
      <legend>{translate(heading)}</legend>
      <div className={css.fields}>{children}</div>
    </fieldset>
  )
}
