import { type SubmitEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { ask, restore, SessionError, signIn, signInBy, signOut } from '#admin/http/authenticate.ts'
import { API_URL, hasCapability, isForeign, setCapability } from '#admin/http/backend.ts'
import { provePasskey } from '#admin/http/webauthn.ts'
import { Boundary } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'
import {
  AUTH_METHODS_PATH,
  type AuthMethods,
  type PasskeyAsking,
  type SecondStep as Step,
} from '#contract/auth.ts'
import { Banner, Card, EmailField, PasswordField, SecondaryButton, Submit } from './controls.tsx'
import css from './SignIn.module.css'
import { useAttempt } from './use-attempt.ts'

const load = () => import('./later-steps.tsx')
const SecondStep = loadable(load, ({ laterSteps }) => laterSteps.SecondStep)
const Forgotten = loadable(load, ({ laterSteps }) => laterSteps.Forgotten)

/** The sign-in page. `preload` loads the console while the visitor types. */
export function SignIn({ notice, preload }: { notice: string | undefined; preload: () => void }) {
  const [link, setLink] = useState<string>()
  const [step, setStep] = useState<Step | 'forgotten'>()
  const [email, setEmail] = useState('')
  const { error, isBusy, attempt } = useAttempt(notice)
  const methods = useMethods()
  const password = useRef<HTMLInputElement>(null)

  /** Signs in, or goes on to the second step. */
  const enter = (proof: () => Promise<Step | '' | undefined>) =>
    attempt(async () => {
      try {
        const next = await proof()
        if (!next) return
        await SecondStep.preload()
        setStep(next)
      } catch (reason) {
        // The disabled button has lost the focus.
        if (!document.activeElement?.matches('input')) password.current?.focus()
        throw reason
      }
    })

  /** Back from single sign-on: the fragment holds a ticket, a link to confirm, or the problem. */
  const takeReturn = useEffectEvent((hash: string) =>
    enter(async () => {
      const { ticket, link: linked, problem } = (await load()).laterSteps.readReturn(hash)
      if (problem) throw new Error(problem)
      setLink(linked)
      return ticket && signInBy('/auth/oidc/session', { ticket })
    }),
  )
  useEffect(() => {
    const { hash, pathname, search } = location
    if (hash.length < 2) return
    history.replaceState(history.state, '', pathname + search)
    void takeReturn(hash)
  }, [])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void enter(() => signIn(String(form.get('email')), String(form.get('password')), link))
  }

  const byPasskey = async () => {
    preload()
    const asking = await ask({ method: 'POST', path: '/auth/passkey/options', body: {} })
    const { ticket, options } = asking as PasskeyAsking
    const answer = await provePasskey(options)
    return answer && signInBy('/auth/passkey', { ticket, answer })
  }

  const again = () => setStep(undefined)
  if (step)
    return (
      <Boundary>
        <Suspense fallback={<Spinner />}>
          {step === 'forgotten' ? (
            <Forgotten email={email} setEmail={setEmail} again={again} />
          ) : (
            <SecondStep step={step} again={again} />
          )}
        </Suspense>
      </Boundary>
    )
  return (
    <Card title="Sign in" prompt="Sign in to access the admin panel">
      <form onSubmit={submit} onInput={preload}>
        <Banner error={error} />
        {link ? (
          <p className={css.banner} data-tint="blue">
            {translate(
              'An account with your email already exists. Sign in with its password to link the two accounts.',
            )}
          </p>
        ) : null}
        <EmailField email={email} setEmail={setEmail} />
        <PasswordField
          name="password"
          label="Password"
          ref={password}
          autoComplete="current-password"
          maxLength={1024}
        >
          {methods?.forgotten ? (
            <button type="button" className={css.forgotten} onClick={() => setStep('forgotten')}>
              {translate('Forgot password?')}
            </button>
          ) : null}
        </PasswordField>
        <Submit label="Sign in" isBusy={isBusy} />
      </form>
      <OtherMethods methods={methods} byPasskey={() => void enter(byPasskey)} />
    </Card>
  )
}

const NO_METHODS: AuthMethods = { forgotten: false, passkeys: false, signOn: null }

/** Returns the server's sign-in methods besides a password; undefined until it answers. */
function useMethods(): AuthMethods | undefined {
  const [methods, setMethods] = useState(() =>
    isForeign() || hasCapability(AUTH_METHODS_PATH) === false ? NO_METHODS : undefined,
  )
  useEffect(() => {
    if (methods) return
    ask({ method: 'GET', path: AUTH_METHODS_PATH }).then(
      (body) => setMethods({ ...NO_METHODS, ...Object(body) }),
      (error: unknown) => {
        if (error instanceof SessionError && error.status === 404)
          setCapability(AUTH_METHODS_PATH, false)
        setMethods(NO_METHODS)
      },
    )
  }, [methods])
  return methods
}

/** Passkeys belong to a name, never to an IP address. */
function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && !/^\[|^[\d.]+$/.test(location.hostname)
}

/** Sign-in methods besides the password. Reserves their place until the server answers. */
function OtherMethods({
  methods,
  byPasskey,
}: {
  methods: AuthMethods | undefined
  byPasskey: () => void
}) {
  const hasPasskeys = supportsPasskeys()
  if (!methods) return hasPasskeys ? <div className={css.others} /> : null
  const { signOn } = methods
  const passkeys = methods.passkeys && hasPasskeys
  if (!(passkeys || signOn)) return null
  const to = new URLSearchParams(location.search).get('to') ?? '/admin'
  return (
    <div className={css.others}>
      {translate('or continue with')}
      <div>
        {passkeys ? (
          <button
            type="button"
            className={css.button}
            aria-label={translate('Use a passkey')}
            onClick={byPasskey}
          >
            {translate('Passkey')}
          </button>
        ) : null}
        {signOn ? (
          <a
            className={css.button}
            href={`${API_URL}/auth/oidc/start?${new URLSearchParams({ to })}`}
          >
            <span className="sr-only">{translate('Sign in with')} </span>
            <span dir="auto">{signOn.name}</span>
          </a>
        ) : null}
      </div>
    </div>
  )
}

const retry = () => void restore()

/**
 * Shown when the server cannot identify the token's user. The session is kept. The button retries, and the browser
 * does when it is online again.
 */
export function NoAnswer({ message }: { message: string }) {
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])
  return (
    <Card
      title="Server unavailable"
      prompt="You are still signed in, but the server could not check your session."
    >
      <Banner error={message} />
      <button
        type="button"
        className={css.button}
        data-primary=""
        // biome-ignore lint/a11y/noAutofocus: this is the main action of the page
        autoFocus
        onClick={retry}
      >
        {translate('Retry')}
      </button>
      <SecondaryButton label="Sign out" go={() => void signOut()} />
    </Card>
  )
}
