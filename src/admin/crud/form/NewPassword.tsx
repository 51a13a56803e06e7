import { Button } from 'antd'
import { type ComponentProps, useContext } from 'react'
import { translate } from '#admin/format/translate.ts'
import { PasswordInput } from '#admin/ui/PasswordInput.tsx'
import { FormContext } from './form-errors.ts'
import css from './NewPassword.module.css'

/** A new record's password: typed, or set by the user with a link (null). */
export function NewPassword({
  isByLink,
  choose,
  ...typed
}: ComponentProps<typeof PasswordInput> & {
  isByLink: boolean
  choose: (value: '' | null) => void
}) {
  const { way } = useContext(FormContext)
  if (!way) return <PasswordInput {...typed} />
  const offer = way.isMailed ? 'Send a link to set a password' : 'Get a link to set a password'
  const label = translate(isByLink ? 'Type a password instead' : offer)
  return (
    <div className={css.password}>
      <div role="status">
        {isByLink ? (
          <p className={css.told} data-hides-hint="">
            {translate(
              way.isMailed
                ? 'The user gets a link by email. It can set the password once, within an hour.'
                : 'After saving you get a link for the user. It can set the password once, within an hour.',
            )}
          </p>
        ) : null}
      </div>
      {isByLink ? null : <PasswordInput {...typed} />}
      <div className={css.way}>
        <Button
          type="link"
          size="small"
          // The label above it belongs to the typed password.
          {...(isByLink && { id: typed.id, 'aria-label': label })}
          onClick={() => choose(isByLink ? '' : null)}
        >
          {label}
        </Button>
      </div>
    </div>
  )
}
