import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Collapse } from 'antd'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Resource } from '#model/resource.ts'
import type { Mode } from './check-draft.ts'
import { Fields } from './FieldItem.tsx'
import css from './FormFields.module.css'
import { isLong, type Section } from './layout.ts'

interface Props {
  resource: Resource
  mode: Mode
  sections: readonly Section[]
}

/** The fields of a form, section by section. Sections of a long form fold. */
export function FormFields({ sections, ...rest }: Props) {
  const keys = sections.map(keyOf)
  const [open, setOpen] = useState(keys)
  if (isLong(sections))
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
        items={sections.map((section) => ({
          key: keyOf(section),
          label: (
            <span className={css.heading} data-section={keyOf(section)}>
              {translate(section.heading ?? 'Basics')}
            </span>
          ),
          forceRender: true,
          children: (
            <fieldset
              aria-label={translate(section.heading ?? 'Basics')}
              {...(!open.includes(keyOf(section)) && { 'data-folded': keyOf(section) })}
            >
              <Fields fields={section.fields} {...rest} />
            </fieldset>
          ),
        }))}
      />
    )
  return sections.map((section) =>
    section.heading === undefined ? (
      <Fields key={keyOf(section)} fields={section.fields} {...rest} />
    ) : (
      <fieldset key={keyOf(section)} className={css.group}>
        <legend>{translate(section.heading)}</legend>
        <Fields fields={section.fields} {...rest} />
      </fieldset>
    ),
  )
}

/** The path of its first field, which no other section holds. */
const keyOf = ({ fields }: Section) => fields[0]?.path ?? ''
