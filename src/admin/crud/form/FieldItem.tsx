import { Form, Input, Select, Skeleton } from 'antd'
import { memo } from 'react'
import { translate } from '#admin/format/translate.ts'
import { typedText } from '#admin/providers/adapters/coerce.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { FormPart } from '#admin/ui/FormPart.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { NumberInput } from '#admin/ui/NumberInput.tsx'
import { PasswordInput } from '#admin/ui/PasswordInput.tsx'
import type { Choice, Field } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { FieldErrors } from '#model/words.ts'
import { usePart } from '../parts/finder.ts'
import { ReferenceInput } from '../references/ReferenceInput.tsx'
import { SuggestInput } from '../references/SuggestInput.tsx'
import { CommaListInput } from './CommaListInput.tsx'
import type { Mode } from './check-draft.ts'
import { choicesOf, hasFieldsOfItsOwn, namePath } from './fields.ts'
import type { Share } from './layout.ts'
import { NewPassword } from './NewPassword.tsx'
import { useSelectProps } from './use-select-props.ts'

/** What antd's Form.Item gives its child. */
export interface Controlled {
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
  'aria-required'?: 'true'
  'aria-invalid'?: 'true'
  'aria-describedby'?: string
  /** Where the label above it is not unique: within the entries of a list. */
  'aria-label'?: string
}

export interface InputProps {
  resource: Resource
  mode: Mode
  /** With its path in the record, also where it is an entry's. */
  field: Field
  /** Of an entry: space is short. */
  isInEntry?: true
  /** What is wrong below the path of a part. */
  below: FieldErrors
}

interface Props extends Controlled, InputProps {
  /** antd's forms hand one over; it would take the place of a control's own. */
  ref?: unknown
}

/** A field with its label, its hint and what is wrong with it. Drawn anew by its own value only. */
export const FieldItem = memo(function FieldItem({
  resource,
  mode,
  field,
  below,
  share = 1,
}: InputProps & {
  /** How many fields stand in its row. */
  share?: Share
}) {
  const schema = mode === 'create' ? resource.create : resource.update
  // Under a heading of the same words they would stand twice.
  const isNamed = !hasFieldsOfItsOwn(field) || field.label !== field.group
  return (
    <div data-share={share}>
      <Form.Item
        name={namePath(field.path)}
        required={describe(schema, field.path)?.required ?? false}
        {...(isNamed && { label: translate(field.label) })}
        {...(field.hint && { extra: translate(field.hint) })}
      >
        <FieldInput resource={resource} mode={mode} field={field} below={below} />
      </Form.Item>
    </div>
  )
})

const KindInput = loadable(
  () => import('./kinds/KindInput.tsx'),
  (module) => module.KindInput,
)

/** The control of a field, by its kind. */
export function FieldInput({ resource, mode, field, below, isInEntry, ref: _, ...control }: Props) {
  const { value, onChange, ...rest } = control
  const text = typedText(value)
  const set = (next: string) => onChange?.(next)
  const typed = {
    ...rest,
    dir: 'auto',
    autoComplete: 'off',
    value: text,
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
  }
  switch (field.kind) {
    case 'textArea':
      return <Input.TextArea {...typed} autoSize={{ minRows: isInEntry ? 1 : 3, maxRows: 10 }} />
    case 'email':
      return <Input {...typed} type="email" inputMode="email" />
    case 'url':
      return <Input {...typed} type="url" inputMode="url" placeholder="https://" />
    case 'number':
    case 'money': {
      const { currency, ...limits } =
        describe(resource.create, field.path) ?? describe(resource.update, field.path) ?? {}
      const unit = field.kind === 'number' ? field.unit && translate(field.unit) : currency
      return <NumberInput {...rest} limits={limits} unit={unit} text={text} onText={set} />
    }
    case 'date':
    case 'dateTime':
    case 'duration':
    case 'colour':
    case 'image':
    case 'json':
      return (
        <Part waiting={<Skeleton.Input active block />}>
          <KindInput
            {...rest}
            id={rest.id ?? field.path}
            kind={field.kind}
            text={text}
            onText={set}
          />
        </Part>
      )
    case 'password':
      if (field.instead === undefined) return <PasswordInput {...typed} />
      return (
        <NewPassword {...typed} isByLink={value === null} choose={(next) => onChange?.(next)} />
      )
    case 'select': {
      const known = describe(resource.create, field.path)
      const isClearable = known?.required === false && known.default === undefined
      return (
        <Choices
          {...rest}
          text={text}
          onText={set}
          choices={choicesOf(resource, field, value)}
          none={known?.default === undefined ? 'Choose…' : 'N/A'}
          isClearable={isClearable}
        />
      )
    }
    case 'boolean':
      return (
        <Choices
          {...rest}
          text={text}
          onText={set}
          choices={[
            { value: 'true', label: field.yes },
            { value: 'false', label: field.no },
          ]}
          none="N/A"
        />
      )
    case 'part':
      return <OwnInput {...control} resource={resource} mode={mode} field={field} below={below} />
    case 'list':
      return <Entries {...control} resource={resource} mode={mode} field={field} below={below} />
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
          canCreate={field.create === true}
          value={value}
          onChange={(next) => onChange?.(next)}
        />
      )
    }
    default:
      return resource.filters.includes(field.path) ? (
        <SuggestInput
          {...rest}
          resource={resource}
          path={field.path}
          value={text}
          onChange={(next) => onChange?.(next)}
        />
      ) : (
        <Input {...typed} />
      )
  }
}

/** One of some choices; what a record does not say is `none`, which can be chosen again where that is allowed. */
function Choices({
  choices,
  none,
  isClearable = false,
  text,
  onText,
  ...control
}: Omit<Controlled, 'value' | 'onChange'> & {
  choices: readonly Choice[]
  none: string
  isClearable?: boolean
  text: string
  onText: (text: string) => void
}) {
  const options = choices.map(({ value, label }) => ({ value, label: translate(label) }))
  return (
    <Select
      {...useSelectProps(control)}
      showSearch={choices.length > 8}
      optionFilterProp="label"
      placeholder={translate(none)}
      value={text === '' ? null : text}
      onChange={(next: string) => onText(next)}
      options={isClearable ? [{ value: '', label: translate(none) }, ...options] : options}
    />
  )
}

type Own<Kind extends Field['kind']> = Omit<Props, 'ref' | 'field'> & {
  field: Extract<Field, { kind: Kind }>
}

/** What a part is given says what is wrong inside it; its own message stands below it. */
function OwnInput({ resource, field, below, id, value, onChange }: Own<'part'>) {
  const Body = usePart(resource.page, 'parts', field.part)
  return (
    <Part waiting={<p>{translate('Loading…')}</p>}>
      <FormPart>
        <Body
          id={id ?? field.path}
          value={value}
          onChange={(next) => onChange?.(next)}
          errors={below}
        />
      </FormPart>
    </Part>
  )
}

/** The entries of an ordered list, edited by these same controls. */
function Entries({ resource, mode, field, below, id, value, onChange }: Own<'list'>) {
  return (
    <Part waiting={<p>{translate('Loading…')}</p>}>
      <FormPart>
        <ListInput
          id={id ?? field.path}
          resource={resource}
          mode={mode}
          list={field}
          path={field.path}
          value={value}
          onChange={(next) => onChange?.(next)}
          errors={below}
          Control={FieldInput}
        />
      </FormPart>
    </Part>
  )
}

// Only forms with a list pay for its editor.
const ListInput = loadable(
  () => import('../entries/EntryList.tsx'),
  (module) => module.ListInput,
)
