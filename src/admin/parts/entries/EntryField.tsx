import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'

/** A control of an entry under its label, with what is wrong below it. */
export function EntryField({
  id,
  label,
  error,
  isRequired = false,
  children,
}: {
  id: string
  label: string
  error: string | undefined
  isRequired?: boolean
  children: ReactNode
}) {
  return (
    <div className="entry-field">
      <label htmlFor={id}>
        {label}
        {isRequired ? (
          <span className="crud-star" aria-hidden="true">
            *
          </span>
        ) : null}
      </label>
      {children}
      {error ? (
        <p className="entry-error" id={`${id}_error`}>
          {translate(error)}
        </p>
      ) : null}
    </div>
  )
}
