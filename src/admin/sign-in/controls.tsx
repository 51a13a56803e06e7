import { type ComponentProps, type ReactNode, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { brand } from '#brand'
import { LONGEST_EMAIL } from '#model/clean-text.ts'
import css from './SignIn.module.css'

// The sign-in page has no antd: with its Form, Input and Button it would weigh 165 KB instead of 73.

/** The card of a page outside the console. */
export function Card({
  title,
  prompt,
  children,
}: {
  title: string
  prompt: string
  children: ReactNode
}) {
  return (
    <main className={css.page}>
      <title>{`${translate(title)} · ${brand.panel}`}</title>
      <svg
        viewBox="0 0 560 360"
        preserveAspectRatio="xMidYMid slice"
        data-motif=""
        aria-hidden="true"
      >
        {[1, 0.8, 0.61, 0.43, 0.26, 0.11].map((scale) => (
          <path
            key={scale}
            transform={`translate(${254 + 26 * scale} ${190 - 16 * scale}) scale(${scale})`}
            d={brand.contour}
          />
        ))}
      </svg>
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

/** The error of a form. The region is rendered from the start, so that screen readers announce its text. */
export function Banner({ error }: { error: string | undefined }) {
  return (
    <div role="alert">
      {error ? (
        <p className={css.banner} data-tint="red">
          {translate(error)}
        </p>
      ) : null}
    </div>
  )
}

type InputProps = ComponentProps<'input'> & { name: string; label: string }

/** A labelled input. `children` are placed in its corner. */
export function TextField({ label, children, ...input }: InputProps & { children?: ReactNode }) {
  return (
    <div className={css.field}>
      <label htmlFor={input.name}>{translate(label)}</label>
      <input id={input.name} required {...input} />
      {children}
    </div>
  )
}

/** The account's email, kept while other steps are shown. */
export function EmailField({ email, setEmail }: EmailState) {
  return (
    <TextField
      name="email"
      label="Email"
      type="email"
      autoComplete="username"
      autoFocus
      maxLength={LONGEST_EMAIL}
      defaultValue={email}
      onChange={({ target }) => setEmail(target.value)}
    />
  )
}

export interface EmailState {
  email: string
  setEmail: (email: string) => void
}

/** A password with a button that shows it. */
export function PasswordField({
  hint,
  children,
  ...input
}: InputProps & { hint?: string; children?: ReactNode }) {
  const [isShown, setShown] = useState(false)
  const hintId = hint && `${input.name}-hint`
  return (
    <TextField {...input} type={isShown ? 'text' : 'password'} aria-describedby={hintId}>
      <button
        type="button"
        aria-pressed={isShown}
        aria-label={translate('Show password')}
        onClick={() => setShown(!isShown)}
      >
        {translate(isShown ? 'Hide' : 'Show')}
      </button>
      {hint ? (
        <p id={hintId} className={css.hint}>
          {translate(hint)}
        </p>
      ) : null}
      {children}
    </TextField>
  )
}

/** The button that submits the form. */
export function Submit({ label, isBusy }: { label: string; isBusy: boolean }) {
  return (
    <button type="submit" className={css.button} data-primary="" disabled={isBusy}>
      {translate(label)}
    </button>
  )
}

/** A button beside the form's own. */
export function SecondaryButton({ label, go }: { label: string; go: () => void }) {
  return (
    <button type="button" className={css.button} onClick={go}>
      {translate(label)}
    </button>
  )
}
