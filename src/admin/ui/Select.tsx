import { DownOutlined } from '@ant-design/icons'
import type { ComponentProps } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Choice } from '#model/declaration.ts'
import css from './Select.module.css'

/**
 * The browser's own select: right with keyboard, screen reader and phone as it is.
 * A value that is not among the choices cannot be; the form adds a foreign one (see choices.ts). What a record
 * does not say is `blank`, until somebody chooses.
 */
export function Select({
  choices,
  isClearable,
  blank = 'Choose…',
  isSaid = false,
  ...rest
}: ComponentProps<'select'> & {
  choices: readonly Choice[]
  isClearable: boolean
  blank?: string
  /** The choices are in the words that are shown: of people, or translated. */
  isSaid?: boolean
}) {
  return (
    <span className={css.select}>
      <select {...rest}>
        {(isClearable || !choices.some(({ value }) => value === rest.value)) && (
          <option value="">{translate(blank)}</option>
        )}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {isSaid ? label : translate(label)}
          </option>
        ))}
      </select>
      <DownOutlined className={css.chevron} aria-hidden="true" />
    </span>
  )
}
