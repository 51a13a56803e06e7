import { useCallback } from 'react'
import { translateWithin } from '#admin/format/translate.ts'
import { FieldNotes, Field as Labelled } from '#admin/ui/Field.tsx'
import { Star } from '#admin/ui/Star.tsx'
import type { Field } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { getAt } from '#model/paths.ts'
import type { FieldErrors } from '#model/words.ts'
import css from './EntryBody.module.css'
import type { Entry } from './lines.ts'
import { controlName, type Place, titleField, visibleLabel, within } from './names.ts'
import { PastedTitles } from './PastedTitles.tsx'
import type { Nesting, Shared } from './props.ts'

interface Props extends Shared, Nesting, Place {
  /** Inner controls are called `${id}_title`: the form finds the first wrong one by it. */
  id: string
  entry: Entry
  /** By the path below the entry: { title: … }. */
  errors: FieldErrors
  /** Sets the value at a path below the entry; undefined takes it away. */
  edit: (path: string, value: unknown) => void
  room: () => number
  /** Makes several entries of texts, this one the first if it has no title yet. */
  spread: (titles: readonly string[]) => void
}

/** The fields of an entry, as its list declares them; halves stand side by side where there is room. */
export function EntryBody(props: Props) {
  return rowsOf(props.list.fields).map((fields) => {
    const drawn = fields.map((field) => <OneField key={field.path} {...props} field={field} />)
    return fields.length === 1 ? (
      drawn
    ) : (
      <div key={fields[0]?.path} className={css.halves}>
        {drawn}
      </div>
    )
  })
}

function rowsOf(fields: readonly Field[]): Field[][] {
  const rows: Field[][] = []
  for (const field of fields) {
    const last = rows.at(-1)
    if (field.half && last?.[0]?.half) last.push(field)
    else rows.push([field])
  }
  return rows
}

function OneField({ field, edit, ...props }: Props & { field: Field }) {
  const { resource, mode, list, Control } = props
  const set = useCallback((value: unknown) => edit(field.path, value), [edit, field.path])
  const id = `${props.id}_${field.path.replaceAll('.', '_')}`
  const path = `${props.path}.${props.index}.${field.path}`
  const value = getAt(props.entry, field.path)
  const label = visibleLabel(field, props)
  const errors = below(props.errors, field.path)
  const schema = mode === 'create' ? resource.create : resource.update
  const isRequired = describe(schema, path)?.required ?? false
  if (field.kind === 'list')
    return (
      <div>
        <p className={css.title} aria-hidden="true">
          {label}
          {isRequired ? <Star /> : null}
        </p>
        <props.List
          {...{ id, resource, mode, path, value, errors, Control }}
          list={field}
          onChange={set}
          within={within(list, props)}
          isCounted={list.folds}
        />
        <FieldNotes id={id} error={props.errors[field.path]} />
      </div>
    )
  // What is wrong with the whole, or with one of several ('missions.2').
  const error = props.errors[field.path] ?? Object.values(errors)[0]
  const about = [error && `${id}_error`, field.hint && `${id}_hint`].filter(Boolean).join(' ')
  const control = (
    <Control
      resource={resource}
      mode={mode}
      field={{ ...field, path }}
      below={errors}
      isInEntry
      id={id}
      aria-label={controlName(list, field, props)}
      {...(isRequired && { 'aria-required': 'true' })}
      {...(error && { 'aria-invalid': 'true' })}
      {...(about && { 'aria-describedby': about })}
      value={value}
      onChange={set}
    />
  )
  return (
    <Labelled id={id} label={label} error={error} hint={field.hint} isRequired={isRequired}>
      {field === titleField(list) ? (
        <PastedTitles
          entries={translateWithin(list.label)}
          set={set}
          room={props.room}
          spread={props.spread}
        >
          {control}
        </PastedTitles>
      ) : (
        control
      )}
    </Labelled>
  )
}

/** The messages below a path, by what is left of their paths. */
function below(errors: FieldErrors, path: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([key, text]) =>
      key.startsWith(`${path}.`) ? [[key.slice(path.length + 1), text]] : [],
    ),
  )
}
