import { CONFIRM_ENTRY_PATH } from '#contract/forms.ts'
import type { WaitlistPageName } from '#contract/pages.ts'
import { API_URL } from '../api-url.ts'
import { Check } from '../art/Check.tsx'
import { content } from '../content.ts'
import { SmallPage } from './SmallPage.tsx'
import { BARE, WITH_CODE } from './take-token.ts'

/** A page for joining or leaving the waitlist. Changes take a button, so that mail scanners trigger none. */
export function WaitlistStep({ name }: { name: WaitlistPageName }) {
  const { heading, lead } = content.waitlistPages[name]
  const isDone = name === 'waitlist-confirmed' || name === 'waitlist-left'
  const words = (
    <>
      <h1>{heading}</h1>
      <p className="lead">{lead}</p>
    </>
  )
  return (
    <SmallPage back={name === 'waitlist-link' ? '/#waitlist' : '/'}>
      {isDone ? <Check /> : null}
      {name === 'waitlist-confirm' ? (
        <>
          <div id={WITH_CODE}>
            {words}
            <Confirm />
          </div>
          <Bare />
        </>
      ) : (
        words
      )}
      {name === 'waitlist-unsubscribe' ? <Unsubscribe /> : null}
    </SmallPage>
  )
}

function Confirm() {
  const { code, submit } = content.waitlistPages['waitlist-confirm']
  return (
    <form className="form" method="post" action={API_URL + CONFIRM_ENTRY_PATH}>
      <div className="form-field">
        <label htmlFor="confirm-token">{code}</label>
        <input id="confirm-token" name="token" required maxLength={100} autoComplete="off" />
      </div>
      <button className="button" type="submit">
        {submit}
      </button>
    </form>
  )
}

/** Replaces the form when the address has no code, as after opening a truncated link. */
function Bare() {
  const { heading, lead, join } = content.waitlistPages['waitlist-confirm'].bare
  return (
    <div id={BARE} hidden>
      <h1>{heading}</h1>
      <p className="lead">{lead}</p>
      <p className="small-page-back">
        <a href="/#waitlist">{join}</a>
      </p>
    </div>
  )
}

/** Posts to its own address, which contains the token. */
function Unsubscribe() {
  return (
    <form className="form" method="post">
      <button className="button" type="submit">
        {content.waitlistPages['waitlist-unsubscribe'].submit}
      </button>
    </form>
  )
}
