import type { FormInstance } from 'antd'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { type Draft, fieldsOf, isSame } from '#admin/providers/adapters/draft.ts'
import { toast } from '#admin/ui/toast/store.ts'
import type { Row } from '#model/declaration.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { type FieldErrors, humanise } from '#model/words.ts'
import type { Checked, Mode } from './check-draft.ts'
import { focusControl, formNameOf, namePath } from './fields.ts'
import { checkOf, NOTHING_WRONG, type Placed, placeErrors, type Refused } from './rules.ts'

/** A control that is wrong: its path and what it is called. */
export interface WrongField {
  path: string
  label: string
}

/**
 * What is wrong with a form. A refused save places the errors at their fields, also at those that are folded, and
 * focuses the first; from then on antd's rules check what is changed.
 */
export function useFormErrors(
  resource: Resource,
  mode: Mode,
  base: Row | undefined,
  form: FormInstance,
) {
  const formName = formNameOf(resource, mode)
  const [placed, setPlaced] = useState(NOTHING_WRONG)
  const [refused, setRefused] = useState<Refused>()
  /** Counts refusals: each leads to the first wrong control. */
  const [refusal, setRefusal] = useState(0)
  const check = useMemo(
    () => checkOf(resource, mode, base, refused),
    [resource, mode, base, refused],
  )
  const wrong = useMemo(() => wrongOf(resource, mode, placed), [resource, mode, placed])

  const typed = (): Draft => form.getFieldsValue(true)
  const shownNow = () => form.getFieldsError().filter(({ errors }) => errors.length > 0)
  const put = ({ at }: Placed) =>
    form.setFields([
      ...shownNow().map(({ name }) => ({ name: name as never, errors: [] })),
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

  function refuse(errors: FieldErrors, isByServer = false) {
    setRefused(isByServer ? { errors, draft: typed() } : undefined)
    setPlaced(placeErrors(fieldsOf(resource, mode), errors))
    setRefusal((count) => count + 1)
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
      setRefused(undefined)
      setRefusal(0)
    },
    /** Checks the other wrong fields anew: a change may have put them right. */
    review() {
      if (refusal === 0) return
      form.validateFields(shownNow().map(({ name }) => name)).catch(() => undefined)
    },
    /** Follows what antd has checked, and the inside of parts. */
    follow() {
      if (refusal === 0) return
      const at = Object.fromEntries(
        shownNow().map(({ name, errors: [text = ''] }) => [name.join('.'), text]),
      )
      const { below } = check(typed())
      setPlaced((before) =>
        isSame([before.at, before.below], [at, below]) ? before : { ...before, at, below },
      )
    },
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
