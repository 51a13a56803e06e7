import { type ComponentType, useCallback } from 'react'
import { ReferenceInput } from '#admin/crud/references/ReferenceInput.tsx'
import { translate } from '#admin/format/translate.ts'
import { Field } from '#admin/ui/Field.tsx'
import { TextArea } from '#admin/ui/TextInput.tsx'
import { wrongWith } from '#admin/ui/wrong-with.ts'
import { typedText } from '#admin/wire/reading.ts'
import { getAt } from '#model/paths.ts'
import type { FieldErrors } from '#model/words.ts'
import css from './EntryBody.module.css'
import { EntryTitle } from './EntryTitle.tsx'
import type { EntryField, EntryKind, ListProps } from './kind.ts'
import type { Entry } from './lines.ts'

interface Props {
  /** Inner controls are called `${id}_title`: the form finds the first wrong one by it. */
  id: string
  kind: EntryKind
  /** From 0. */
  index: number
  /** 'Step 2' or 'Phase 2, milestone 1'. */
  name: string
  /** What stands before the name of each control, where the name alone would not be unique: 'Phase 2'. */
  within: string | undefined
  entry: Entry
  List: ComponentType<ListProps>
  /** By the path below the entry: { title: … }. */
  errors: FieldErrors
  /** Sets the value at a path below the entry; undefined takes it away. */
  edit: (path: string, value: unknown) => void
  /** Makes several entries of texts, this one the first if it has no title yet. */
  spread: (titles: readonly string[]) => void
}

/** The fields of an entry, as its kind declares them. */
export function EntryBody(props: Props) {
  return props.kind.fields.map((field) =>
    'kind' in field ? (
      <OneField key={field.path} {...props} field={field} />
    ) : (
      <div key={field[0]?.path} className={css.halves}>
        {field.map((one) => (
          <OneField key={one.path} {...props} field={one} />
        ))}
      </div>
    ),
  )
}

function OneField({ field, edit, ...props }: Props & { field: EntryField }) {
  const { kind, path } = field
  const set = useCallback((value: unknown) => edit(path, value), [edit, path])
  const id = `${props.id}_${path}`
  const value = getAt(props.entry, path)
  const number = props.index + 1
  const label = translate(field.label, { number })
  if (kind === 'entries')
    return (
      <div>
        <p className={css.title} aria-hidden="true">
          {label}
        </p>
        <props.List
          id={id}
          value={value}
          onChange={set}
          errors={below(props.errors, path)}
          kind={field.of}
          // The first one's are called as the specification calls them: 'Milestone 1 Title'.
          within={props.index === 0 ? undefined : props.name}
        />
      </div>
    )
  const own = translate(field.name, { number })
  const name = props.within ? `${props.within}, ${own}` : own
  // What is wrong with the whole, or with one of a list ('missions.2').
  const error = props.errors[path] ?? Object.values(below(props.errors, path))[0]
  const wrong = wrongWith(id, error)
  if (kind === 'references')
    return (
      <Field id={id} label={label} error={error}>
        <ReferenceInput
          id={id}
          to={field.to}
          isMany
          label={name}
          value={value}
          onChange={set}
          {...wrong}
        />
      </Field>
    )
  const control = { id, 'aria-label': name, ...wrong, value: typedText(value) }
  return (
    <Field id={id} label={label} error={error} isRequired={kind === 'title'}>
      {kind === 'title' ? (
        <EntryTitle
          {...control}
          entries={translate(props.kind.many).toLowerCase()}
          onChange={set}
          spread={props.spread}
        />
      ) : (
        <TextArea {...control} onChange={({ target }) => set(target.value || undefined)} />
      )}
    </Field>
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
