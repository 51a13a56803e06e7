import { useId } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Field } from '#admin/ui/Field.tsx'
import { Select } from '#admin/ui/Select.tsx'
import { typedText } from '#admin/wire/reading.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { choicesOf } from '../form/fields.ts'
import { ReferenceInput } from '../references/ReferenceInput.tsx'
import { fromControl, type SettableField } from './deeds.ts'

/** The control of what is to be set: the same that the record's form has. */
export function ValueControl({
  resource,
  field,
  value,
  isDisabled,
  onChange,
}: {
  resource: Resource
  field: SettableField
  value: unknown
  isDisabled: boolean
  onChange: (value: unknown) => void
}) {
  const id = useId()
  const set = (given: unknown) => onChange(fromControl(resource, field, given))
  const reference = field.kind === 'reference' && referenceAt(resource.update, field.path)
  return (
    <fieldset disabled={isDisabled}>
      <Field id={id} label={translate(field.label)}>
        {reference ? (
          <ReferenceInput id={id} {...reference} value={value} onChange={set} />
        ) : (
          <Select
            id={id}
            value={typedText(value)}
            choices={offered(resource, field)}
            isClearable={false}
            onChange={({ target }) => set(target.value)}
          />
        )}
      </Field>
    </fieldset>
  )
}

function offered(resource: Resource, field: SettableField) {
  if (field.kind === 'select') return choicesOf(resource, field, undefined)
  if (field.kind !== 'boolean') return []
  return [
    { value: 'true', label: field.yes },
    { value: 'false', label: field.no },
  ]
}
