import { type SubmitEvent, useState } from 'react'
import { LOGIN } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { HttpError, send } from '#admin/providers/http-client.ts'
import { SET_PASSWORD_PATH } from '#contract/account.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/session.ts'
import { Card } from './Card.tsx'
import { Banner, PasswordField, Submit } from './Controls.tsx'
import css from './SetPassword.module.css'

/** The page that a one-time link leads to (ACC-08): a password of one's own, whoever is signed in here. */
export function SetPassword() {
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)))
  const [failure, setFailure] = useState(
    token ? undefined : 'This link is not complete. Open it again from where you got it.',
  )
  const [isBusy, setBusy] = useState(false)
  const [isSet, set] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    setBusy(true)
    setFailure(undefined)
    try {
      await send({ method: 'POST', path: SET_PASSWORD_PATH, body: { token, password } })
      // It opens nothing any more, and need not stay in the browser's history.
      history.replaceState(null, '', location.pathname)
      set(true)
    } catch (error) {
      const { errors = {}, message = '' } = error instanceof HttpError ? error : {}
      setFailure(errors.password || message || 'Your password could not be set. Please try again.')
    }
    setBusy(false)
  }

  if (isSet)
    return (
      <Card title="Password set" prompt="Your password is set">
        <a className={css.on} href={LOGIN}>
          {translate('Go to the sign-in page')}
        </a>
      </Card>
    )
  return (
    <Card title="Set a password" prompt="Choose a password that only you know">
      <form onSubmit={(event) => void submit(event)}>
        <Banner text={failure} />
        {token ? (
          <>
            <PasswordField
              name="password"
              label="New password"
              hint={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters, and not one of the common ones`}
              autoComplete="new-password"
              minLength={PASSWORD_MIN}
              maxLength={PASSWORD_MAX}
              autoFocus
            />
            <Submit label="Set password" isBusy={isBusy} />
          </>
        ) : null}
      </form>
    </Card>
  )
}
