import { useId, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { typedText } from '#admin/providers/adapters/coerce.ts'
import { clearedOf } from '#admin/providers/adapters/draft.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { Checkbox } from '#admin/ui/Checkbox.tsx'
import { Field } from '#admin/ui/Field.tsx'
import { FormPart } from '#admin/ui/FormPart.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { Select } from '#admin/ui/Select.tsx'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { choicesOf } from '../form/fields.ts'
import { ReferenceInput } from '../references/ReferenceInput.tsx'
import { fromControl, isShared, isTyped, type SettableField } from './deeds.ts'
import css from './ValueControl.module.css'

/** What is to be set: nothing yet while both are absent. */
export interface Wanted {
  value?: unknown
  isNone?: boolean
}

/**
 * The control of what is to be set: the same that the record's form has. What may be without a value can be given
 * none.
 */
export function ValueControl({
  resource,
  field,
  isDisabled,
  onChange,
}: {
  resource: Resource
  field: SettableField
  isDisabled: boolean
  onChange: (wanted: Wanted) => void
}) {
  const id = useId()
  /** As the control holds it. */
  const [given, setGiven] = useState<unknown>()
  const [isNone, setNone] = useState(false)
  const set = (next: unknown) => {
    setGiven(next)
    onChange({ value: fromControl(resource, field, next) })
  }
  const none = (
    <Checkbox
      label={translate('No value')}
      words={translate('No value')}
      isOn={isNone}
      onToggle={(isOn) => {
        setNone(isOn)
        onChange(isOn ? { isNone: true } : { value: fromControl(resource, field, given) })
      }}
    />
  )
  return (
    <fieldset disabled={isDisabled} className={css.value}>
      {isShared(resource, field) ? (
        <fieldset disabled={isNone} className={css.control}>
          <Field id={id} label={translate(field.label)}>
            <Control id={id} resource={resource} field={field} value={given} onChange={set} />
          </Field>
        </fieldset>
      ) : (
        <p>
          {translate('No two records can have the same {label}: they can only be left without.', {
            label: translate(field.label),
          })}
        </p>
      )}
      {clearedOf(resource.update, field) === undefined ? null : (
        <div style={{ marginInlineStart: -8 }}>{none}</div>
      )}
    </fieldset>
  )
}

function Control({
  id,
  resource,
  field,
  value,
  onChange,
}: {
  id: string
  resource: Resource
  field: SettableField
  value: unknown
  onChange: (given: unknown) => void
}) {
  const reference = field.kind === 'reference' && referenceAt(resource.update, field.path)
  if (reference) return <ReferenceInput id={id} {...reference} value={value} onChange={onChange} />
  if (!isTyped(field))
    return (
      <Select
        id={id}
        value={typedText(value)}
        choices={offered(resource, field)}
        isClearable={false}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <Part waiting={<p>{translate('Loading…')}</p>}>
      <FormPart>
        <TypedInput
          {...{ id, resource, field, value, onChange }}
          mode="edit"
          below={NOTHING_WRONG}
        />
      </FormPart>
    </Part>
  )
}

const NOTHING_WRONG = {}

// Choices need none of the form.
const TypedInput = loadable(
  () => import('../form/FieldItem.tsx'),
  (module) => module.FieldInput,
)

function offered(resource: Resource, field: SettableField) {
  if (field.kind === 'select') return choicesOf(resource, field, undefined)
  if (field.kind !== 'boolean') return []
  return [
    { value: 'true', label: field.yes },
    { value: 'false', label: field.no },
  ]
}
