import type { ReactNode } from 'react'
import {
  FORM_ANSWERS,
  FORM_PATHS,
  type FormName,
  STAMP,
  STAMP_MARK,
  slot,
  TRAP,
} from '#contract/forms.ts'
import { PRIVACY_PATH } from '#contract/pages.ts'
import { API_URL } from '../api-url.ts'
import { Check } from '../art/Check.tsx'
import { content } from '../content.ts'

interface FrameProps {
  form: FormName
  filled: boolean
  submit: string
  children: ReactNode
  /** The button of the confirmation that brings the empty form back. */
  another: string
  /** The field that the confirmation shows, so that a typing error is noticed. */
  shows?: string
}

/**
 * A form with its honeypot, its stamp and the confirmation that replaces it. It posts without script; the script
 * reads the address and the texts from it.
 */
export function FormFrame({ form, filled, submit, children, another, shows }: FrameProps) {
  const { trap, sending, again, offline, failed, invalid, missing, badEmail } = content.forms
  const trapId = `${form}-${TRAP}`
  const doneId = `${form}-done`
  return (
    <div className={`form-place form-place-${form}`}>
      <form
        className="form"
        id={`${form}-form`}
        method="post"
        action={API_URL + FORM_PATHS[form]}
        data-form={form}
        data-sending={sending}
        data-again={again}
        data-offline={offline}
        data-failed={failed}
        data-invalid={invalid}
        data-missing={missing}
        data-bademail={badEmail}
      >
        {filled ? <Failure text={slot.failure} /> : null}
        {children}
        <div className="form-trap" aria-hidden="true">
          <label htmlFor={trapId}>{trap}</label>
          <input id={trapId} name={TRAP} tabIndex={-1} autoComplete="off" />
        </div>
        <input type="hidden" name={STAMP} value={STAMP_MARK} />
        {/* Beside the button, unless the whole page is the answer. */}
        {filled ? null : <Failure />}
        <button className="button" type="submit">
          {submit}
        </button>
        <p className="form-note">
          {content.privacy.note[form]} <a href={PRIVACY_PATH}>{content.privacy.link}</a>
        </p>
      </form>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields; here is nothing to fill in. */}
      <div
        className="form-done"
        role="group"
        aria-labelledby={`${doneId}-title`}
        aria-describedby={`${doneId}-text`}
        data-done={form}
        tabIndex={-1}
        hidden
      >
        <Check />
        <h3 id={`${doneId}-title`}>{content.pages[form].heading}</h3>
        <div id={`${doneId}-text`}>
          {/* Repeats the server's answer to reserve its height. */}
          <p data-answer="">{FORM_ANSWERS[form]}</p>
          {shows ? <p className="form-done-typed" data-typed={shows} /> : null}
        </div>
        <button className="button button-plain" type="button" data-another="">
          {another}
        </button>
      </div>
    </div>
  )
}

/** The error of the whole form. It takes no room while empty. */
function Failure({ text = '' }: { text?: string }) {
  return (
    <p className="form-failure" role="alert" data-failure="">
      {text}
    </p>
  )
}
