import { Input } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { PasswordInput } from '#admin/ui/PasswordInput.tsx'
import { Select } from '#admin/ui/Select.tsx'
import { describe } from '#model/describe.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { Choice, Field } from '#model/spec.ts'
import type { FieldErrors } from '#model/words.ts'
import { usePart } from '../parts/finder.ts'

import { ReferenceInput } from '../references/ReferenceInput.tsx'
import { CommaListInput } from './CommaListInput.tsx'
import { choicesOf } from './choices.ts'
import { SuggestingInput } from './SuggestingInput.tsx'

/** What antd's Form.Item gives its child. */
export interface Controlled {
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
  'aria-required'?: 'true'
  'aria-invalid'?: 'true'
  'aria-describedby'?: string
}

interface Props extends Controlled {
  resource: Resource
  field: Field
  /** What is wrong below the path of a part. */
  below: FieldErrors
}

const STATUSES: readonly Choice[] = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

/** The control of a field, by its kind. */
export function FieldInput({ resource, field, below, ...control }: Props) {
  const { value, onChange, ...rest } = control
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const typed = {
    ...rest,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => onChange?.(target.value),
  }
  switch (field.kind) {
    case 'textArea':
      return <Input.TextArea {...typed} autoSize={{ minRows: 3, maxRows: 10 }} />
    case 'email':
      return <Input {...typed} type="email" inputMode="email" autoComplete="off" />
    case 'url':
      return (
        <Input {...typed} type="url" inputMode="url" autoComplete="off" placeholder="https://" />
      )
    case 'number':
      return <Input {...typed} inputMode="decimal" autoComplete="off" />
    case 'password':
      return <PasswordInput {...typed} />
    case 'select': {
      const known = describe(resource.create, field.path)
      const choices = choicesOf(resource, field, value)
      return (
        <Select
          {...typed}
          choices={choices}
          isClearable={known?.required === false && known.default === undefined}
          {...(known?.default !== undefined && { blank: 'N/A' })}
        />
      )
    }
    case 'status':
      return <Select {...typed} choices={STATUSES} isClearable={false} blank="N/A" />
    case 'part':
      return <OwnInput resource={resource} field={field} below={below} {...control} />
    case 'commaList':
      return <CommaListInput {...control} />
    case 'reference': {
      const known =
        referenceAt(resource.create, field.path) ?? referenceAt(resource.update, field.path)
      if (!known) return null
      return (
        <ReferenceInput
          {...rest}
          {...known}
          id={rest.id ?? field.path}
          value={value}
          onChange={(next) => onChange?.(next)}
        />
      )
    }
    default:
      return resource.filters.includes(field.path) ? (
        <SuggestingInput {...typed} resource={resource} path={field.path} />
      ) : (
        <Input {...typed} autoComplete="off" />
      )
  }
}

/** What a part is given says what is wrong inside it; its own message stands below it. */
function OwnInput({
  resource,
  field,
  below,
  id,
  value,
  onChange,
}: Props & { field: Extract<Field, { kind: 'part' }> }) {
  const Body = usePart(resource.page, 'parts', field.part)
  return (
    <Part waiting={<p>{translate('Loading…')}</p>}>
      <Body
        id={id ?? field.path}
        value={value}
        onChange={(next) => onChange?.(next)}
        errors={below}
      />
    </Part>
  )
}
