import type { FormInstance, FormProps } from 'antd'
import { createContext, useEffect, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { fieldsOf } from '#admin/providers/adapters/draft.ts'
import { toast } from '#admin/ui/toast/store.ts'
import type { Field, Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import type { FieldErrors } from '#model/words.ts'
import { type Checked, checkDraft, type Mode } from './check-draft.ts'
import { controlId, formNameOf, namePath } from './fields.ts'
import type { PasswordLinkDelivery } from './use-password-link.ts'

/** The errors of a form, sorted by where they are shown. */
interface Placed {
  /** Errors by the path of the control. */
  at: FieldErrors
  /** Errors inside a custom part, which shows them: by the part's path, then by the path below it. */
  below: Record<string, FieldErrors>
  /** Errors of fields that the form does not show. They appear at the top. */
  rest: string[]
}

const NOTHING_WRONG: Placed = { at: {}, below: {}, rest: [] }

/** Context that the fields of a form share. */
export const FormContext = createContext<{
  /** Errors of the last save. */
  placed: Placed
  /** Delivery of the link that sets the password; undefined where a password must be typed. */
  delivery: PasswordLinkDelivery | undefined
}>({ placed: NOTHING_WRONG, delivery: undefined })

/** The errors of a form. A refused save places them at their controls and focuses the first. */
export function useFormErrors(
  resource: Resource,
  mode: Mode,
  base: Row | undefined,
  form: FormInstance,
) {
  const formName = formNameOf(resource, mode)
  const fields = fieldsOf(resource, mode)
  const [placed, setPlaced] = useState(NOTHING_WRONG)

  useEffect(() => {
    // Folded entries open first.
    requestAnimationFrame(() => {
      const shown = form.getFieldsError().filter(({ errors }) => errors.length > 0)
      form.setFields([
        ...shown.map(({ name }) => ({ name: name as never, errors: [] })),
        ...Object.entries(placed.at).map(([path, text]) => ({
          name: namePath(path) as never,
          errors: [translate(text)],
        })),
      ])
      firstOf(formName, Object.keys(placed.at))?.focus()
    })
  }, [placed, form, formName])

  const refuse = (errors: FieldErrors) => setPlaced(placeErrors(fields, errors))
  /** After a refused save, each change clears the error of its own field. */
  const recheck: NonNullable<FormProps['onFieldsChange']> = (changed) => {
    if (placed === NOTHING_WRONG) return
    const checked = checkDraft(resource, mode, form.getFieldsValue(true), base)
    const { at } = placeErrors(fields, checked.ok ? {} : checked.errors)
    // A rule reads several fields, so a change of one may fix another.
    const ruled = resource.rules.flatMap(({ field }) => shownAt(fields, field)?.path ?? [])
    const paths = [...changed.map(({ name }) => [name].flat().join('.')), ...ruled]
    form.setFields(
      paths.map((path) => {
        const text = at[path]
        const errors = text === undefined ? [] : [translate(text)]
        return { name: namePath(path) as never, errors }
      }),
    )
  }
  return {
    formName,
    placed,
    recheck,
    refuse,
    /** Shows the errors of the console's own check, with a toast where the specification has one. */
    refuseDraft({ errors, isBlank }: Extract<Checked, { ok: false }>) {
      refuse(errors)
      const { invalid } = resource.messages
      if (invalid === null) return
      toast({
        variant: 'destructive',
        title: translate('Validation Error'),
        description: isBlank ? translate(invalid) : (Object.values(errors)[0] ?? ''),
      })
    },
    clear: () => setPlaced(NOTHING_WRONG),
  }
}

/** The first of these controls in the document. */
function firstOf(formName: string, paths: readonly string[]): HTMLElement | undefined {
  return paths
    .flatMap((path) => document.getElementById(controlId(formName, path)) ?? [])
    .sort((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )[0]
}

/** Sorts messages by dotted path onto the controls of a form. */
export function placeErrors(fields: readonly Field[], errors: FieldErrors): Placed {
  const placed: Placed = { at: {}, below: {}, rest: [] }
  for (const [path, text] of Object.entries(errors)) {
    const shown = shownAt(fields, path)
    if (!shown) {
      placed.rest.push(text)
      continue
    }
    const inner = path.slice(shown.path.length + 1)
    if (shown.field.kind === 'part') {
      placed.below[shown.path] = { ...placed.below[shown.path], [inner]: text }
      if (inner !== '') continue
    }
    placed.at[shown.path] ??= text
  }
  return placed
}

/**
 * Returns the control that shows the error of a path: `skills.2` belongs to the field `skills`, and `careerFields`
 * to the field `careerFields.0` if the form shows only the list's first entry.
 */
function shownAt(
  fields: readonly Field[],
  path: string,
): { field: Field; path: string } | undefined {
  const field =
    fields
      .filter((one) => path === one.path || path.startsWith(`${one.path}.`))
      .toSorted((one, other) => other.path.length - one.path.length)[0] ??
    fields.find((one) => one.path.startsWith(`${path}.`))
  if (!field) return undefined
  if (field.kind === 'list') {
    const [index, ...rest] = path.slice(field.path.length + 1).split('.')
    const inner = rest.length > 0 ? shownAt(field.fields, rest.join('.')) : undefined
    if (inner) return { ...inner, path: `${field.path}.${index}.${inner.path}` }
  }
  return { field, path: field.path }
}
