import type { FormInstance } from 'antd'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { type Draft, fieldsOf, isSame } from '#admin/providers/adapters/draft.ts'
import { toast } from '#admin/ui/toast/store.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { FieldErrors } from '#model/words.ts'
import type { Checked, Mode } from './check-draft.ts'
import { focusControl, namePath } from './fields.ts'
import { placeErrors } from './place-errors.ts'

interface Shown {
  errors: FieldErrors
  /** What was typed when they were found. */
  about: Draft
  /** Counts refusals: each leads to the first wrong control. */
  refusal: number
}

const NOTHING: Shown = { errors: {}, about: {}, refusal: 0 }

/** What is wrong with a form: shown at its fields until they are changed, the first of them focused. */
export function useFormErrors(resource: Resource, mode: Mode, form: FormInstance<Draft>) {
  const formName = `${resource.page}-${mode}`
  const [shown, setShown] = useState(NOTHING)
  const { errors, refusal } = shown
  const placed = useMemo(() => placeErrors(resource, mode, errors), [resource, mode, errors])
  const [first] = placed.wrong

  const focusFirst = useEffectEvent(() => first && focusControl(formName, first.path))
  useEffect(() => {
    if (refusal > 0) focusFirst()
  }, [refusal])

  function put(next: Shown) {
    const { at } = placeErrors(resource, mode, next.errors)
    const changed = fieldsOf(resource, mode).filter(({ path }) => at[path] !== placed.at[path])
    form.setFields(
      changed.map(({ path }) => ({
        name: namePath(path) as never,
        errors: at[path] ? [translate(at[path])] : [],
      })),
    )
    setShown(next)
  }

  const show = (found: FieldErrors, about: Draft) =>
    put({ errors: found, about, refusal: refusal + 1 })

  return {
    formName,
    placed,
    show,
    /** Shows what our own check found, with a toast where the specification has one (MEN-03, CF-02). */
    refuse({ errors: found, isBlank }: Extract<Checked, { ok: false }>, about: Draft) {
      show(found, about)
      const { invalid } = resource.messages
      if (invalid === null) return
      toast({
        variant: 'destructive',
        title: translate('Validation Error'),
        description: isBlank ? translate(invalid) : (Object.values(found)[0] ?? ''),
      })
    },
    clear: () => put(NOTHING),
    /** Takes away what was said of a value that is another now; what is about no field stays. */
    review: (now: Draft) => {
      const left = Object.entries(errors).filter(([path]) =>
        isSame(getAt(shown.about, path), getAt(now, path)),
      )
      if (left.length < Object.keys(errors).length)
        put({ ...shown, errors: Object.fromEntries(left) })
    },
  }
}
