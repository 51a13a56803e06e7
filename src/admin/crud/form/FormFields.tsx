import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Collapse } from 'antd'
import { useContext, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Field } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import type { Mode } from './check-draft.ts'
import { Fields } from './FieldItem.tsx'
import css from './FormFields.module.css'
import { FormContext } from './rules.ts'

interface Props {
  resource: Resource
  mode: Mode
  fields: readonly Field[]
}

interface Section {
  /** The path of its first field. */
  key: string
  heading: string | undefined
  fields: Field[]
}

/** The fields of a form, under the headings that the declaration gives. Sections of a form with a list fold. */
export function FormFields({ fields, ...rest }: Props) {
  const sections = sectionsOf(fields)
  if (sections.length >= 3 && fields.some(({ kind }) => kind === 'list'))
    return <FoldingSections sections={sections} {...rest} />
  return sections.map(({ key, heading, fields }) =>
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

function FoldingSections({
  sections,
  ...rest
}: Omit<Props, 'fields'> & { sections: readonly Section[] }) {
  const { placed } = useContext(FormContext)
  const all = sections.map(({ key }) => key)
  const [open, setOpen] = useState(all)
  const [seen, setSeen] = useState(placed)
  // After a refused save every error is in sight.
  if (seen !== placed) {
    setSeen(placed)
    setOpen(all)
  }
  return (
    <Collapse
      bordered={false}
      activeKey={open}
      onChange={setOpen}
      // antd's own says 'expanded' in the name of the button, which has aria-expanded already.
      expandIcon={({ isActive }) =>
        isActive ? (
          <DownOutlined aria-hidden="true" />
        ) : (
          <RightOutlined aria-hidden="true" data-mirrors="" />
        )
      }
      items={sections.map(({ key, heading = 'Basics', fields }) => ({
        key,
        label: <span className={css.heading}>{translate(heading)}</span>,
        forceRender: true,
        children: (
          <fieldset aria-label={translate(heading)}>
            <Fields fields={fields} {...rest} />
          </fieldset>
        ),
      }))}
    />
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
