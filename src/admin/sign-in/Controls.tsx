import { type ComponentProps, type Ref, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { LONGEST_EMAIL } from '#model/limits.ts'
import css from './Controls.module.css'

// The controls of the pages without the console: plain elements, so that these pages are there at once.

/** What stands against a sign-in. It stands from the start: what appears inside a live region is announced. */
export function Banner({ text }: { text: string | undefined }) {
  return (
    <div role="alert">
      {text ? (
        <p className={css.banner} data-tint="red">
          {translate(text)}
        </p>
      ) : null}
    </div>
  )
}

/** What is good to know first. */
export function Note({ text }: { text: string }) {
  return (
    <p className={css.banner} data-tint="blue">
      {translate(text)}
    </p>
  )
}

type Input = Omit<ComponentProps<'input'>, 'className' | 'id'> & { name: string; label: string }

/** A line of text under its label. */
export function TextField({ label, ...rest }: Input) {
  return (
    <div className={css.field}>
      <label htmlFor={rest.name}>{translate(label)}</label>
      <input id={rest.name} required {...rest} />
    </div>
  )
}

/** The email by which somebody signs in. */
export function EmailField() {
  return (
    <TextField
      name="email"
      label="Email"
      type="email"
      autoComplete="username"
      autoFocus
      maxLength={LONGEST_EMAIL}
    />
  )
}

/** A password, hidden until it is shown. */
export function PasswordField({
  label,
  ref,
  hint,
  ...rest
}: Input & { ref?: Ref<HTMLInputElement>; hint?: string }) {
  const [isShown, setShown] = useState(false)
  const hintId = hint && `${rest.name}-hint`
  return (
    <>
      <div className={css.field}>
        <label htmlFor={rest.name}>{translate(label)}</label>
        <input
          id={rest.name}
          ref={ref}
          type={isShown ? 'text' : 'password'}
          required
          aria-describedby={hintId}
          {...rest}
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
      {hint ? (
        <p id={hintId} className={css.hint}>
          {translate(hint)}
        </p>
      ) : null}
    </>
  )
}

/** The one button that goes on. */
export function Submit({ label, isBusy }: { label: string; isBusy: boolean }) {
  return (
    <button type="submit" className={css.submit} data-spinning="" disabled={isBusy}>
      {translate(label)}
    </button>
  )
}

/** Another way than the button. */
export function OtherWay({ label, go }: { label: string; go: () => void }) {
  return (
    <button type="button" className={css.out} onClick={go}>
      {translate(label)}
    </button>
  )
}
