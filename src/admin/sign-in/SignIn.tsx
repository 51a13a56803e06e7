import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { forgetStoredOwner } from '#admin/drafts/owner.ts'
import { translate } from '#admin/format/translate.ts'
import { restore, signIn, signOut } from '#admin/http/authenticate.ts'
import { brand } from '#brand'
import { LOGIN_FAILED } from '#contract/session.ts'
import { LONGEST_EMAIL } from '#model/limits.ts'
import { preloadConsole } from '../first/preload.ts'
import css from './SignIn.module.css'

/** The sign-in page (AUTH-01, AUTH-05): plain React, so that it stands long before the console does. */
export function SignIn({ notice }: { notice: string | undefined }) {
  const [failure, setFailure] = useState(notice)
  const [isBusy, setBusy] = useState(false)
  const [isShown, setShown] = useState(false)
  const password = useRef<HTMLInputElement>(null)

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
    <Card title="Sign in" prompt="Sign in to access the admin panel">
      <form onSubmit={submit} onInput={preloadConsole}>
        {/* Stands from the start: what appears inside a live region is announced. */}
        <div role="alert">
          {failure ? (
            <p className={css.banner} data-tint="red">
              {translate(failure)}
            </p>
          ) : null}
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
            maxLength={LONGEST_EMAIL}
          />
        </div>
        <div className={css.field}>
          <label htmlFor="password">{translate('Password')}</label>
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
            {translate(isShown ? 'Hide' : 'Show')}
          </button>
        </div>
        <button type="submit" className={css.submit} data-spinning="" disabled={isBusy}>
          {translate('Sign in')}
        </button>
      </form>
    </Card>
  )
}

const retry = () => void restore()

/** By choice: nothing that was typed stays in this browser. The console would see to that, and is not there. */
function signOutForGood(): void {
  forgetStoredOwner()
  void signOut()
}

/**
 * In the place of the console while the server cannot say whose token this is (AUTH-06). The session is kept; it
 * is tried again by the button, and by itself when the browser is online again.
 */
export function NoAnswer({ message }: { message: string }) {
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])
  return (
    <Card
      title="No answer"
      prompt="You are still signed in, but your session could not be checked."
    >
      <p className={css.banner} data-tint="red" role="alert">
        {translate(message)}
      </p>
      <button
        type="button"
        className={css.submit}
        // biome-ignore lint/a11y/noAutofocus: trying again is all this page is for
        autoFocus
        onClick={retry}
      >
        {translate('Retry')}
      </button>
      <button type="button" className={css.out} onClick={signOutForGood}>
        {translate('Sign out')}
      </button>
    </Card>
  )
}

/** The one card of a page without the console. */
function Card({ title, prompt, children }: { title: string; prompt: string; children: ReactNode }) {
  return (
    <main className={css.page}>
      <title>{`${translate(title)} · ${brand.panel}`}</title>
      <div className={css.card}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={brand.mark} />
        </svg>
        <h1>{brand.panel}</h1>
        <p className={css.prompt}>{translate(prompt)}</p>
        {children}
      </div>
      <a className={css.back} href="/">
        {translate('Return to main site')}
      </a>
    </main>
  )
}
