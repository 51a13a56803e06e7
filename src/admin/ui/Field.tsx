import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './Field.module.css'
import { Star } from './Star.tsx'

/** A control under its label, with what is wrong below it; outside of antd's forms, which have the same. */
export function Field({
  id,
  label,
  error,
  hint,
  isRequired = false,
  children,
}: {
  /** Of the control. */
  id: string
  /** Already translated. */
  label: string
  error?: string | undefined
  hint?: string | undefined
  isRequired?: boolean
  children: ReactNode
}) {
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
        {isRequired ? <Star /> : null}
      </label>
      {children}
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}

/** Below a control: what is wrong with it, and how it is filled. */
function FieldNotes({
  id,
  error,
  hint,
}: {
  id: string
  error?: string | undefined
  hint?: string | undefined
}) {
  return (
    <>
      {error ? (
        <p className={css.error} id={`${id}_error`}>
          {translate(error)}
        </p>
      ) : null}
      {hint ? (
        <p className={css.hint} id={`${id}_hint`}>
          {translate(hint)}
        </p>
      ) : null}
    </>
  )
}
