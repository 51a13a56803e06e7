import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { signIn } from '#admin/http/authenticate.ts'
import { brand } from '#brand'
import { LOGIN_FAILED } from '#contract/session.ts'
import { preloadConsole } from '../first/preload.ts'
import css from './SignIn.module.css'

/** The sign-in page (AUTH-01, AUTH-05): plain React, so that it stands long before the console does. */
export function SignIn({ notice }: { notice: string | undefined }) {
  const [failure, setFailure] = useState(notice)
  const [isBusy, setBusy] = useState(false)
  const [isShown, setShown] = useState(false)
  const password = useRef<HTMLInputElement>(null)

  useEffect(() => {
    document.title = `${translate('Sign in')} · ${brand.panel}`
  }, [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setFailure(undefined)
    try {
      await signIn(String(form.get('email')), String(form.get('password')))
    } catch (error) {
      setFailure((error instanceof Error && error.message) || LOGIN_FAILED)
      setBusy(false)
      // Whoever pressed the button lost their place with it while it was off.
      if (!document.activeElement?.matches('input')) password.current?.focus()
    }
  }

  return (
    <main className={css.page}>
      <div className={css.card}>
        <svg className={css.mark} viewBox="0 0 24 24" aria-hidden="true">
          <path d={brand.mark} />
        </svg>
        <h1>{brand.panel}</h1>
        <p className={css.prompt}>{translate('Sign in to access the admin panel')}</p>
        <form onSubmit={submit} onInput={preloadConsole}>
          {/* Stands from the start: what appears inside a live region is announced. */}
          <div role="alert">
            {failure ? <p className={css.banner}>{translate(failure)}</p> : null}
          </div>
          <div className={css.field}>
            <label htmlFor="email">{translate('Email')}</label>
            <input
              id="email"
              name="email"
              type="email"
              autoComplete="username"
              // biome-ignore lint/a11y/noAutofocus: signing in is all this page is for
              autoFocus
              required
              maxLength={254}
            />
          </div>
          <div className={css.field}>
            <label htmlFor="password">{translate('Password')}</label>
            <div className={css.box}>
              <input
                id="password"
                name="password"
                ref={password}
                type={isShown ? 'text' : 'password'}
                autoComplete="current-password"
                required
                maxLength={1024}
              />
              <button
                type="button"
                className={css.reveal}
                aria-pressed={isShown}
                aria-label={translate('Show password')}
                onClick={() => setShown(!isShown)}
              >
                {isShown ? translate('Hide') : translate('Show')}
              </button>
            </div>
          </div>
          <button type="submit" className={css.submit} data-spinning="" disabled={isBusy}>
            {translate('Sign in')}
          </button>
        </form>
      </div>
      <a className={css.back} href="/">
        {translate('Return to main site')}
      </a>
    </main>
  )
}
