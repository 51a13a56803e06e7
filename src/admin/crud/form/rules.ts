import { Form } from 'antd'
import { createContext, useContext } from 'react'
import { translate } from '#admin/format/translate.ts'
import { type Draft, fieldsOf, isSame } from '#admin/providers/adapters/draft.ts'
import type { Field, Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { FieldErrors } from '#model/words.ts'
import { checkDraft, type Mode } from './check-draft.ts'
import type { LinkWay } from './use-link-way.ts'

/** What is wrong with a form's values. */
export type Check = (draft: Draft) => Placed

/** What is wrong, sorted by where it is shown. */
export interface Placed {
  /** By the path of its control. */
  at: FieldErrors
  /** Inside a part of the resource's own, which shows it: by the path of the part, then by the path below it. */
  below: Record<string, FieldErrors>
  /** About nothing that the form shows: said on top. */
  rest: string[]
}

/** What the server refused: these messages of these values. */
export interface Refused {
  errors: FieldErrors
  draft: Draft
}

/**
 * Makes the check of a form from the zod schema of its resource, and from what the server refused: that is wrong until
 * it is changed. The rules of all fields share one parse of the values.
 */
export function checkOf(
  resource: Resource,
  mode: Mode,
  base: Row | undefined,
  refused?: Refused,
): Check {
  const known = new WeakMap<Draft, Placed>()
  return (draft) => {
    const before = known.get(draft)
    if (before) return before
    const checked = checkDraft(resource, mode, draft, base)
    const still = Object.entries(refused?.errors ?? {}).filter(([path]) =>
      isSame(getAt(draft, path), getAt(refused?.draft, path)),
    )
    const found = placeErrors(fieldsOf(resource, mode), {
      ...Object.fromEntries(still),
      ...(!checked.ok && checked.errors),
    })
    known.set(draft, found)
    return found
  }
}

export const NOTHING_WRONG: Placed = { at: {}, below: {}, rest: [] }

/** What the fields of a form know of it. */
export interface FormState {
  check: Check
  /** The errors that are shown. */
  placed: Placed
  /** Changes whenever the form is filled anew: its lists begin anew then, too. */
  round: number
  /** How a link that sets the password comes to its person; undefined where a password has to be typed. */
  way: LinkWay | undefined
}

export const FormContext = createContext<FormState>({
  check: () => NOTHING_WRONG,
  placed: NOTHING_WRONG,
  round: 0,
  way: undefined,
})

/** antd's rules of the control at a path. */
export function useRules(path: string): { validator: () => Promise<void> }[] {
  const form = Form.useFormInstance<Draft>()
  const { check } = useContext(FormContext)
  return [
    {
      validator() {
        const text = check(form.getFieldsValue(true)).at[path]
        return text === undefined ? Promise.resolve() : Promise.reject(new Error(translate(text)))
      },
    },
  ]
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
 * The control that shows what is wrong at a path: `skills.2` belongs to the field `skills`, and `careerFields` to the
 * field `careerFields.0` where the form shows the list's first entry only.
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
