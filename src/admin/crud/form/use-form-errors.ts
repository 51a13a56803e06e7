import type { FormInstance } from 'antd'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { fieldsOf } from '#admin/providers/adapters/draft.ts'
import { toast } from '#admin/ui/toast/store.ts'
import type { Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { type FieldErrors, humanise } from '#model/words.ts'
import type { Checked, Mode } from './check-draft.ts'
import { focusControl, formNameOf, namePath } from './fields.ts'
import { checkOf, NOTHING_WRONG, type Placed, placeErrors } from './rules.ts'

/** A control that is wrong: its path and what it is called. */
export interface WrongField {
  path: string
  label: string
}

/**
 * What is wrong with a form. antd's rules check what is changed after the first refused save; what the whole form or
 * the server refuses is placed here at the fields, and the first of them is focused.
 */
export function useFormErrors(
  resource: Resource,
  mode: Mode,
  base: Row | undefined,
  form: FormInstance,
) {
  const formName = formNameOf(resource, mode)
  const [placed, setPlaced] = useState(NOTHING_WRONG)
  /** What our own check found last; the server's errors are no part of it. */
  const checked = useRef(NOTHING_WRONG)
  /** Counts refusals: each leads to the first wrong control. */
  const [refusal, setRefusal] = useState(0)
  const check = useMemo(() => checkOf(resource, mode, base), [resource, mode, base])
  const wrong = useMemo(() => wrongOf(resource, mode, placed), [resource, mode, placed])

  const shownNow = () =>
    form.getFieldsError().flatMap(({ name, errors: [text] }) => (text ? [[name, text]] : []))
  const put = ({ at }: Placed) =>
    form.setFields([
      ...shownNow().map(([name]) => ({ name: name as never, errors: [] })),
      ...Object.entries(at).map(([path, text]) => ({
        name: namePath(path) as never,
        errors: [translate(text)],
      })),
    ])

  // What was folded has its controls by now.
  const show = useEffectEvent(() => {
    put(placed)
    const [first] = wrong
    if (first) focusControl(formName, first.path)
  })
  useEffect(() => {
    if (refusal > 0) show()
  }, [refusal])

  function refuse(errors: FieldErrors) {
    checked.current = NOTHING_WRONG
    setPlaced(placeErrors(fieldsOf(resource, mode), errors))
    setRefusal((count) => count + 1)
  }

  /** Follows antd, which has checked a field anew. */
  function follow() {
    if (refusal === 0) return
    const at = Object.fromEntries(
      shownNow().map(([name, text]) => [(name as (string | number)[]).join('.'), text as string]),
    )
    setPlaced((before) =>
      JSON.stringify(at) === JSON.stringify(before.at) ? before : { ...before, at },
    )
  }

  return {
    formName,
    placed,
    wrong,
    check,
    /** antd checks nothing before the first save was refused. */
    validateTrigger: refusal > 0 ? 'onChange' : [],
    refuse,
    /** Refuses what our own check found, with a toast where the specification has one. */
    refuseDraft({ errors, isBlank }: Extract<Checked, { ok: false }>) {
      refuse(errors)
      checked.current = check(form.getFieldsValue(true))
      const { invalid } = resource.messages
      if (invalid === null) return
      toast({
        variant: 'destructive',
        title: translate('Validation Error'),
        description: isBlank ? translate(invalid) : (Object.values(errors)[0] ?? ''),
      })
    },
    clear() {
      put(NOTHING_WRONG)
      setPlaced(NOTHING_WRONG)
      setRefusal(0)
    },
    /**
     * Checks what antd does not check when a field is changed: the inside of a part, and whether the change has put
     * right what was wrong with another field.
     */
    review(changed: object) {
      if (refusal === 0) return
      const before = checked.current
      checked.current = check(form.getFieldsValue(true))
      const solved = Object.keys(before.at).filter((path) => !checked.current.at[path])
      form.setFields(solved.map((path) => ({ name: namePath(path) as never, errors: [] })))
      if (solved.length > 0) follow()
      const parts = Object.keys(placed.below).filter((path) => getAt(changed, path) !== undefined)
      if (parts.length === 0) return
      const { below } = checked.current
      const anew = Object.fromEntries(parts.map((path) => [path, below[path] ?? {}]))
      setPlaced((before) => ({ ...before, below: { ...before.below, ...anew } }))
    },
    follow,
  }
}

/** Every control that is wrong, in the form's order. */
function wrongOf(resource: Resource, mode: Mode, { at, below }: Placed): WrongField[] {
  const inParts = Object.entries(below).flatMap(([path, errors]) =>
    Object.keys(errors).map((inner) => (inner ? `${path}.${inner}` : path)),
  )
  const paths = [...new Set([...Object.keys(at), ...inParts])]
  const fields = fieldsOf(resource, mode)
  const placeOf = (path: string) =>
    fields.findIndex((field) => path === field.path || path.startsWith(`${field.path}.`))
  return paths
    .toSorted((one, other) => placeOf(one) - placeOf(other) || byIndex(one, other))
    .map((path) => ({ path, label: labelOf(resource, path) ?? humanise(path) }))
}

const byIndex = (one: string, other: string) =>
  one.replace(/[^\d.]/g, '').localeCompare(other.replace(/[^\d.]/g, ''), 'en', { numeric: true })
