import { type SubmitEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { restore, signIn, signInBy, signOut } from '#admin/http/authenticate.ts'
import { Boundary } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'
import type { SecondStep as Step } from '#contract/account.ts'
import { LOGIN_FAILED } from '#contract/session.ts'
import { Card } from './Card.tsx'
import css from './Controls.module.css'
import { Banner, EmailField, Note, OtherWay, PasswordField, Submit } from './Controls.tsx'
import { mayHavePasskeys, useMethods } from './methods.ts'

const load = () => import('./more.ts')
const SecondStep = loadable(load, ({ more }) => more.SecondStep)
const Forgotten = loadable(load, ({ more }) => more.Forgotten)
const OtherWays = loadable(load, ({ more }) => more.OtherWays)

/**
 * The sign-in page (AUTH-01, AUTH-05): plain React, so that it stands long before the console does. What comes after
 * the password, or in its place, is fetched when it is needed. `preload` loads the console while the visitor types.
 */
export function SignIn({ notice, preload }: { notice: string | undefined; preload: () => void }) {
  const [failure, setFailure] = useState(notice)
  const [link, setLink] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [step, setStep] = useState<Step | 'forgotten'>()
  const methods = useMethods()
  const password = useRef<HTMLInputElement>(null)

  async function attempt(proof: () => Promise<Step | '' | undefined>) {
    setBusy(true)
    setFailure(undefined)
    try {
      const next = await proof()
      if (next) {
        await SecondStep.ahead()
        setStep(next)
      }
    } catch (error) {
      setFailure((error instanceof Error && error.message) || LOGIN_FAILED)
      // Whoever pressed the button lost their place with it while it was off.
      if (!document.activeElement?.matches('input')) password.current?.focus()
    }
    setBusy(false)
  }

  /** Back from single sign-on: what it says stands in the fragment, and is nobody's once it was read. */
  const takeUp = useEffectEvent((hash: string) =>
    attempt(async () => {
      const { ticket, link: linked, problem } = (await load()).more.readReturn(hash)
      if (problem) throw new Error(problem)
      setLink(linked)
      return ticket && signInBy('/auth/oidc/session', { ticket })
    }),
  )
  useEffect(() => {
    const { hash, pathname, search } = location
    if (hash.length < 2) return
    history.replaceState(history.state, '', pathname + search)
    void takeUp(hash)
  }, [])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void attempt(() => signIn(String(form.get('email')), String(form.get('password')), link))
  }

  const again = () => setStep(undefined)
  if (step)
    return (
      <Boundary>
        <Suspense fallback={<Spinner />}>
          {step === 'forgotten' ? (
            <Forgotten again={again} />
          ) : (
            <SecondStep step={step} again={again} />
          )}
        </Suspense>
      </Boundary>
    )
  const offered = methods === 'asked' ? undefined : methods
  const hasPlace = methods === 'asked' ? mayHavePasskeys() : hasOthers(methods)
  return (
    <Card title="Sign in" prompt="Sign in to access the admin panel">
      <form onSubmit={submit} onInput={preload}>
        <Banner text={failure} />
        {link ? (
          <Note text="There is an account with your email. Sign in with its password once, and from then on the other account lets you in." />
        ) : null}
        <EmailField />
        <div className={css.forgetful}>
          <PasswordField
            name="password"
            label="Password"
            ref={password}
            autoComplete="current-password"
            maxLength={1024}
          />
          {offered?.forgotten ? (
            <button type="button" className={css.forgotten} onClick={() => setStep('forgotten')}>
              {translate('Forgotten?')}
            </button>
          ) : null}
        </div>
        <Submit label="Sign in" isBusy={isBusy} />
      </form>
      {/* Kept while nobody knows what the server offers: nothing moves. */}
      {hasPlace ? (
        <div className={css.place}>
          {offered && hasOthers(offered) ? (
            <Boundary fallback={() => null}>
              <Suspense>
                <OtherWays
                  methods={offered}
                  byPasskey={() => {
                    preload()
                    void attempt(async () => (await load()).more.signInByPasskey())
                  }}
                />
              </Suspense>
            </Boundary>
          ) : null}
        </div>
      ) : null}
    </Card>
  )
}

function hasOthers(methods: ReturnType<typeof useMethods>): boolean {
  return typeof methods === 'object' && (methods.passkeys || methods.signOn !== null)
}

const retry = () => void restore()

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
      <OtherWay label="Sign out" go={() => void signOut()} />
    </Card>
  )
}
