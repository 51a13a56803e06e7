import { Form, Input, Skeleton } from 'antd'
import { FormItemInputContext } from 'antd/es/form/context'
import { useContext } from 'react'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { typedText } from '#admin/providers/adapters/coerce.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { NumberInput } from '#admin/ui/NumberInput.tsx'
import { PasswordInput } from '#admin/ui/PasswordInput.tsx'
import type { Choice, Field, ListField } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { FieldErrors } from '#model/words.ts'
import { controlName, type Place, titleField, visibleLabel, within } from '../entries/names.ts'
import { PastedTitles } from '../entries/PastedTitles.tsx'
import { usePart } from '../parts/finder.ts'
import { ReferenceInput } from '../references/ReferenceInput.tsx'
import { SuggestInput } from '../references/SuggestInput.tsx'
import { CommaListInput } from './CommaListInput.tsx'
import type { Mode } from './check-draft.ts'
import css from './FormFields.module.css'
import { choicesOf, hasFieldsOfItsOwn, namePath } from './fields.ts'
import { sharesOf } from './layout.ts'
import { NewPassword } from './NewPassword.tsx'
import { FormContext, useRules } from './rules.ts'
import { SelectInput } from './SelectInput.tsx'

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
  /** What a choice says of a record without a value. */
  none?: string
}

/** The entry of an ordered list that fields belong to. */
export interface EntryPlace extends Place {
  list: ListField
  /** Of the entry in the record: 'phases.0'. */
  path: string
  /** Of the entry in antd's Form.List. */
  name: number
  /** Takes several titles that were pasted as one; undefined where there is no room. */
  room: () => number
  spread: (titles: readonly string[]) => void
}

interface ShownProps {
  resource: Resource
  mode: Mode
  entry?: EntryPlace | undefined
}

/** Fields in their order; short ones share rows where there is room. */
export function Fields({ fields, ...rest }: ShownProps & { fields: readonly Field[] }) {
  const shares = sharesOf(fields)
  return (
    <div className={css.fields}>
      {fields.map((field, place) => (
        <div key={field.path} data-share={shares[place] ?? 1}>
          <FieldItem {...rest} field={field} />
        </div>
      ))}
    </div>
  )
}

/** A field with its label, its hint and what is wrong with it. */
function FieldItem({ resource, mode, field, entry }: ShownProps & { field: Field }) {
  const path = entry ? `${entry.path}.${field.path}` : field.path
  const rules = useRules(path)
  const below = useContext(FormContext).placed.below[path] ?? NO_ERRORS
  const schema = mode === 'create' ? resource.create : resource.update
  const name = entry ? [entry.name, ...namePath(field.path)] : namePath(field.path)
  // Under a heading of the same words they would stand twice.
  const isNamed = !hasFieldsOfItsOwn(field) || field.label !== field.group
  const item = {
    required: describe(schema, path)?.required ?? false,
    ...(isNamed && { label: entry ? visibleLabel(field, entry) : translate(field.label) }),
    ...(field.hint && { extra: translate(field.hint) }),
  }
  if (field.kind === 'list')
    return (
      <Form.Item {...item}>
        <Part waiting={<p>{translate('Loading…')}</p>}>
          <ListInput
            {...{ resource, mode, path, name, Fields }}
            list={field}
            within={entry && within(entry.list, entry)}
          />
        </Part>
      </Form.Item>
    )
  const input = { resource, mode, field: { ...field, path }, below }
  return (
    <Form.Item {...item} name={name} rules={rules}>
      {entry ? (
        <EntryInput {...input} entry={entry} aria-label={controlName(entry.list, field, entry)} />
      ) : (
        <FieldInput {...input} />
      )}
    </Form.Item>
  )
}

const NO_ERRORS = {}

/** The control of an entry's field. Several lines pasted into its title are offered as several entries. */
function EntryInput({ entry, ...control }: Props & { entry: EntryPlace }) {
  const { list, room, spread } = entry
  const input = <FieldInput {...control} isInEntry />
  if (control.field.path !== `${entry.path}.${titleField(list)?.path}`) return input
  return (
    <PastedTitles
      entries={translateWithin(list.label)}
      set={(text) => control.onChange?.(text)}
      room={room}
      spread={spread}
    >
      {input}
    </PastedTitles>
  )
}

const KindInput = loadable(
  () => import('./KindInput.tsx'),
  (module) => module.KindInput,
)

/** The control of a field, by its kind. */
export function FieldInput({ ref: _, none = 'N/A', ...props }: Props) {
  const { resource, mode, field, below, isInEntry, ...control } = props
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
          none={known?.default === undefined ? 'Choose…' : none}
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
          none={none}
        />
      )
    case 'part':
      return <OwnInput {...control} resource={resource} mode={mode} field={field} below={below} />
    // Form.List holds it.
    case 'list':
      return null
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
    <SelectInput
      {...control}
      placeholder={translate(none)}
      value={text === '' ? null : text}
      onChange={onText}
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
      {/* Its fields do not take over the state of the item around them. */}
      <FormItemInputContext value={NO_STATE}>
        <Body
          id={id ?? field.path}
          value={value}
          onChange={(next) => onChange?.(next)}
          errors={below}
        />
      </FormItemInputContext>
    </Part>
  )
}

const NO_STATE = {}

// Only forms with a list pay for its editor.
const ListInput = loadable(
  () => import('../entries/EntryList.tsx'),
  (module) => module.ListInput,
)
