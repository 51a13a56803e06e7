import { Form } from 'antd'
import { memo } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Field } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import type { FieldErrors } from '#model/words.ts'
import type { Mode } from './check-draft.ts'
import { FieldInput } from './FieldInput.tsx'
import { namePath } from './fields.ts'

interface Props {
  resource: Resource
  mode: Mode
  field: Field
  /** What is wrong below the path of a part. */
  below: FieldErrors
}

/** A field with its label, its hint and what is wrong with it. Drawn anew by its own value only. */
export const FieldItem = memo(function FieldItem({ resource, mode, field, below }: Props) {
  const schema = mode === 'create' ? resource.create : resource.update
  // A part under a heading of the same words would say them twice.
  const isNamed = field.kind !== 'part' || field.label !== field.group
  return (
    <div data-half={field.half}>
      <Form.Item
        name={namePath(field.path)}
        required={describe(schema, field.path)?.required ?? false}
        {...(isNamed && { label: translate(field.label) })}
        {...(field.hint && { extra: translate(field.hint) })}
      >
        <FieldInput resource={resource} field={field} below={below} />
      </Form.Item>
    </div>
  )
})
