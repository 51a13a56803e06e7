import type { ComponentProps, ReactNode } from 'react'
import { type FormName, slot } from '#contract/forms.ts'
import { content } from '../content.ts'
import { rulesOf } from '../form-rules.ts'

interface FieldProps {
  form: FormName
  name: string
  label: string
  /** The server fills in the typed value and the error. */
  filled: boolean
  /** Renders the control with the attributes that all controls share. */
  children: (common: Common) => ReactNode
}

type Common = Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'required' | 'maxLength' | 'aria-describedby' | 'aria-invalid' | 'defaultValue'
>

/** A field with its label above and the place of its error below. */
export function FormField({ form, name, label, filled, children }: FieldProps) {
  const id = `${form}-${name}`
  const rules = rulesOf(form, name)
  return (
    <div className={`form-field form-field-${name}`}>
      <label htmlFor={id}>
        {label}
        {rules.required ? null : <span className="optional"> {content.forms.optional}</span>}
      </label>
      {children({
        id,
        name,
        ...rules,
        'aria-describedby': `${id}-error`,
        ...(filled && {
          defaultValue: slot.value(name),
          // The server writes true or false over the mark.
          'aria-invalid': slot.invalid(name) as 'true',
        }),
      })}
      <p className="field-error" id={`${id}-error`}>
        {filled ? slot.error(name) : null}
      </p>
    </div>
  )
}

/** The email field, with the matching keyboard on phones. */
export function EmailField({
  enterKeyHint,
  ...field
}: Pick<ComponentProps<'input'>, 'enterKeyHint'> & Omit<FieldProps, 'name' | 'children'>) {
  return (
    <FormField {...field} name="email">
      {(given) => (
        <input
          {...given}
          type="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint={enterKeyHint}
        />
      )}
    </FormField>
  )
}
