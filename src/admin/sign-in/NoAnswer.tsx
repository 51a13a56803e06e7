import { useEffect } from 'react'
import { translate } from '#admin/format/translate.ts'
import { restore, signOut } from '#admin/http/authenticate.ts'
import { brand } from '#brand'
import css from './SignIn.module.css'

/**
 * In the place of the console while the server cannot say whose token this is (AUTH-06). The session is kept; it
 * is tried again by the button, and by itself when the browser is online again.
 */
export function NoAnswer({ message }: { message: string }) {
  useEffect(() => {
    document.title = `${translate('No answer')} · ${brand.panel}`
    const retry = () => void restore()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])

  return (
    <main className={css.page}>
      <div className={css.card}>
        <svg className={css.mark} viewBox="0 0 24 24" aria-hidden="true">
          <path d={brand.mark} />
        </svg>
        <h1>{brand.panel}</h1>
        <p className={css.prompt}>
          {translate('You are still signed in, but your session could not be checked.')}
        </p>
        <p className={css.banner} role="alert">
          {translate(message)}
        </p>
        <button
          type="button"
          className={css.submit}
          // biome-ignore lint/a11y/noAutofocus: trying again is all this page is for
          autoFocus
          onClick={() => void restore()}
        >
          {translate('Retry')}
        </button>
        <button type="button" className={css.out} onClick={() => void signOut()}>
          {translate('Sign out')}
        </button>
      </div>
      <a className={css.back} href="/">
        {translate('Return to main site')}
      </a>
    </main>
  )
}
