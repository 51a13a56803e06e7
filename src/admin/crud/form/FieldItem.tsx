import { Button, Form, Input, Skeleton } from 'antd'
import { FormItemInputContext } from 'antd/es/form/context'
import { type ComponentProps, useContext, useState } from 'react'
import { zoneNow } from '#admin/format/region.ts'
import { translate } from '#admin/format/translate.ts'
import { typedText } from '#admin/providers/adapters/coerce.ts'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { PasswordInput } from '#admin/ui/PasswordInput.tsx'
import type { Field, ListField } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { controlName, type Place, visibleLabel, within } from '../entries/names.ts'
import { usePart } from '../parts/finder.ts'
import { ReferenceInput } from '../references/ReferenceInput.tsx'
import { SuggestInput } from '../references/SuggestInput.tsx'
import type { Mode } from './check-draft.ts'
import css from './FormFields.module.css'
import { choicesOf, hasFieldsOfItsOwn, namePath } from './fields.ts'
import { FormContext } from './form-errors.ts'
import { CommaListInput, SelectInput } from './SelectInput.tsx'

/** Props that antd's Form.Item passes to its child. */
export interface Controlled {
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
  'aria-required'?: 'true'
  'aria-invalid'?: 'true'
  'aria-describedby'?: string
  /** Set if the visible label is not unique: in the entries of a list. */
  'aria-label'?: string
}

interface Props extends Controlled {
  resource: Resource
  mode: Mode
  /** The field, with its full path in the record even within an entry. */
  field: Field
  /** True within an entry, where space is limited. */
  isInEntry?: boolean
  /** antd's forms pass a ref, which would replace the control's own. */
  ref?: unknown
  /** Text of a choice for a record without a value. */
  none?: string
}

/** The list entry that contains the fields. */
export interface EntryPlace extends Place {
  list: ListField
  /** Path of the entry in the record: 'phases.0'. */
  path: string
}

interface ShownProps {
  resource: Resource
  mode: Mode
  entry?: EntryPlace
}

/** Fields in order. Short ones share rows if there is room. */
export function Fields({ fields, ...rest }: ShownProps & { fields: readonly Field[] }) {
  return (
    <div className={css.fields}>
      {fields.map((field) => (
        <div key={field.path} data-short={field.half ?? SHORT.has(field.kind)}>
          <FieldItem {...rest} field={field} />
        </div>
      ))}
    </div>
  )
}

const SHORT: ReadonlySet<Field['kind']> = new Set([
  'number',
  'money',
  'duration',
  'date',
  'dateTime',
  'select',
  'boolean',
  'colour',
])

/** A field with its label, hint and error. */
function FieldItem({ resource, mode, field, entry }: ShownProps & { field: Field }) {
  const path = entry ? `${entry.path}.${field.path}` : field.path
  const schema = mode === 'create' ? resource.create : resource.update
  const name = entry ? [entry.index, ...namePath(field.path)] : namePath(field.path)
  // Skips a label that repeats the heading.
  const isNamed = !hasFieldsOfItsOwn(field) || field.label !== field.group
  const item = {
    required: describe(schema, path)?.required ?? false,
    ...(isNamed && { label: entry ? visibleLabel(field, entry) : translate(field.label) }),
    extra: hintOf(field),
  }
  if (field.kind === 'list')
    return (
      <Form.Item {...item}>
        <AsyncBoundary waiting={<p>{translate('Loading…')}</p>}>
          <ListInput
            {...{ resource, mode, path, name, Fields }}
            list={field}
            within={entry && within(entry.list, entry)}
          />
        </AsyncBoundary>
      </Form.Item>
    )
  return (
    <Form.Item {...item} name={name}>
      <FieldInput
        {...{ resource, mode }}
        field={{ ...field, path }}
        {...(entry && { isInEntry: true, 'aria-label': controlName(entry.list, field, entry) })}
      />
    </Form.Item>
  )
}

function hintOf({ hint, kind }: Field): string | undefined {
  if (hint) return translate(hint)
  if (kind === 'duration') return translate('For example 1 h 30 min, 1:30, or 90 for minutes.')
  if (kind === 'json')
    return translate('JSON, for example {example}', { example: '{"key": "value"}' })
  if (kind === 'dateTime') return translate('Time zone: {zone}.', { zone: zoneNow() })
  return undefined
}

const KindInput = loadable(
  () => import('./KindInput.tsx'),
  (module) => module.KindInput,
)

/** The control of a field, by its kind. */
export function FieldInput({ ref: _, none = 'N/A', ...props }: Props) {
  const { resource, mode, field, isInEntry, ...control } = props
  const { value, onChange, ...rest } = control
  const text = typedText(value)
  const set = (next: unknown) => onChange?.(next)
  const typed = {
    ...rest,
    dir: 'auto',
    autoComplete: 'off',
    value: text,
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
  }
  const known = describe(resource.create, field.path) ?? describe(resource.update, field.path)
  switch (field.kind) {
    case 'textArea':
      return <Input.TextArea {...typed} autoSize={{ minRows: isInEntry ? 1 : 3, maxRows: 10 }} />
    case 'json':
      return (
        <Input.TextArea
          {...typed}
          dir="ltr"
          spellCheck={false}
          style={{ fontFamily: 'ui-monospace, monospace' }}
          autoSize={{ minRows: 3, maxRows: 10 }}
        />
      )
    case 'email':
      return <Input {...typed} type="email" inputMode="email" />
    case 'url':
      return <Input {...typed} type="url" inputMode="url" placeholder="https://" />
    case 'number':
    case 'money': {
      const unit = field.kind === 'number' ? field.unit && translate(field.unit) : known?.currency
      const unitId = `${rest.id}_unit`
      return (
        // The native number field would drop the comma of '3,5' and read 35.
        <Input
          {...typed}
          dir="ltr"
          aria-describedby={
            [rest['aria-describedby'], unit && unitId].filter(Boolean).join(' ') || undefined
          }
          // The number pad of phones has no minus.
          inputMode={(known?.min ?? -1) < 0 ? 'text' : 'decimal'}
          suffix={unit ? <span id={unitId}>{unit}</span> : undefined}
        />
      )
    }
    case 'date':
    case 'dateTime':
    case 'duration':
    case 'colour':
    case 'image':
      return (
        <AsyncBoundary waiting={<Skeleton.Input active block />}>
          <KindInput {...rest} kind={field.kind} text={text} onText={set} />
        </AsyncBoundary>
      )
    case 'password':
      if (field.instead === undefined) return <PasswordInput {...typed} />
      return <NewPassword {...typed} isByLink={value === null} choose={set} />
    case 'select':
    case 'boolean': {
      const choices =
        field.kind === 'select'
          ? choicesOf(resource, field, value)
          : [
              { value: 'true', label: field.yes },
              { value: 'false', label: field.no },
            ]
      const hasDefault = field.kind === 'boolean' || known?.default !== undefined
      const nothing = translate(hasDefault ? none : 'Choose…')
      const options = choices.map((one) => ({ value: one.value, label: translate(one.label) }))
      // Optional values can be cleared.
      const isClearable = known?.required === false && !hasDefault
      return (
        <SelectInput
          {...rest}
          placeholder={nothing}
          value={text || null}
          onChange={set}
          options={isClearable ? [{ value: '', label: nothing }, ...options] : options}
        />
      )
    }
    case 'part':
      return <OwnInput {...control} resource={resource} field={field} />
    // Form.List holds it.
    case 'list':
      return null
    case 'commaList':
      return <CommaListInput {...control} />
    case 'reference': {
      const target =
        referenceAt(resource.create, field.path) ?? referenceAt(resource.update, field.path)
      if (!target) return null
      return (
        <ReferenceInput
          {...rest}
          {...target}
          canCreate={field.create === true}
          value={value}
          onChange={set}
        />
      )
    }
    default:
      return resource.filters.includes(field.path) ? (
        <SuggestInput {...rest} resource={resource} path={field.path} value={text} onChange={set} />
      ) : (
        <Input {...typed} />
      )
  }
}

/** A new record's password: typed, or set by the user with a link (null). */
function NewPassword({
  isByLink,
  choose,
  ...typed
}: ComponentProps<typeof PasswordInput> & {
  isByLink: boolean
  choose: (value: '' | null) => void
}) {
  const { delivery } = useContext(FormContext)
  if (!delivery) return <PasswordInput {...typed} />
  const offer = delivery.isMailed ? 'Send a password link instead' : 'Get a password link instead'
  const label = translate(isByLink ? 'Enter a password instead' : offer)
  return (
    <div className={css.password}>
      <div role="status">
        {isByLink ? (
          <p className={css.linkNote} data-hides-hint="">
            {translate(
              delivery.isMailed
                ? 'The user gets an email with a link to set a password. The link works once and expires after one hour.'
                : 'After you save, you get a link for the user to set a password. The link works once and expires after one hour.',
            )}
          </p>
        ) : null}
      </div>
      {isByLink ? null : <PasswordInput {...typed} />}
      <div className={css.toggle}>
        <Button
          type="link"
          size="small"
          // The label above it belongs to the typed password.
          {...(isByLink && { id: typed.id, 'aria-label': label })}
          onClick={() => choose(isByLink ? '' : null)}
        >
          {label}
        </Button>
      </div>
    </div>
  )
}

/** The resource's own component. It shows the errors inside it until it is changed. */
function OwnInput({
  resource,
  field,
  id,
  value,
  onChange,
}: Controlled & { resource: Resource; field: Extract<Field, { kind: 'part' }> }) {
  const Body = usePart(resource.page, 'parts', field.part)
  const { placed } = useContext(FormContext)
  const [changed, setChanged] = useState<typeof placed>()
  const errors = changed === placed ? undefined : placed.below[field.path]
  return (
    <AsyncBoundary waiting={<p>{translate('Loading…')}</p>}>
      {/* Isolates its fields from the state of the surrounding form item. */}
      <FormItemInputContext value={NO_STATE}>
        <Body
          id={id ?? field.path}
          value={value}
          onChange={(next) => {
            setChanged(placed)
            onChange?.(next)
          }}
          errors={errors ?? NO_STATE}
        />
      </FormItemInputContext>
    </AsyncBoundary>
  )
}

const NO_STATE = {}

// Loaded only for forms with a list.
const ListInput = loadable(
  () => import('../entries/EntryList.tsx'),
  (module) => module.ListInput,
)
