import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ComponentProps, useState } from 'react'
import type { SessionUser } from '#contract/session.ts'
import { translate } from './format/translate.ts'
import { renewSession, signOut } from './http/authenticate.ts'
import { AppCodes } from './pages/account/AuthenticatorApp.tsx'
import { Trouble } from './pages/account/Form.tsx'
import { Stack } from './pages/account/Lines.tsx'
import { PasskeyList } from './pages/account/Passkeys.tsx'
import { PasswordForm } from './pages/account/PasswordForm.tsx'
import { ShownCodes } from './pages/account/RecoveryCodes.tsx'
import { ACCOUNT_KEY, readAccount } from './providers/account.ts'
import { Confirming } from './shell/Confirming.tsx'
import { Card } from './sign-in/Card.tsx'
import { OtherWay } from './sign-in/Controls.tsx'

/**
 * Shown instead of the console until a required step is done: the user's own password in place of an assigned one, or
 * the second factor that the role requires. Then continues to the requested page.
 */
export function RequiredSteps({ user: { must = [], email } }: { user: SessionUser }) {
  return must.includes('password') ? (
    <Before
      title="Choose your own password"
      prompt="Somebody else has given you this password. Choose one that only you know, and go on."
    >
      <PasswordForm email={email} isPrimary done={renewSession} />
    </Before>
  ) : (
    <Before
      title="Set up a second step"
      prompt="Your role takes a second step at sign-in. Add a passkey or set up an app, and go on."
    >
      <FirstFactor />
    </Before>
  )
}

function Before({ children, ...about }: ComponentProps<typeof Card>) {
  return (
    <>
      <Card {...about}>
        {children}
        <OtherWay label="Sign out" go={() => void signOut()} />
      </Card>
      <Confirming />
    </>
  )
}

function FirstFactor() {
  const [codes, showCodes] = useState<string[]>()
  const account = useQuery({ queryKey: ACCOUNT_KEY, queryFn: ({ signal }) => readAccount(signal) })
  const renewal = useMutation<void, Error>({ mutationFn: renewSession })
  const goOn = () => renewal.mutate()
  const error = account.error ?? renewal.error
  const given = account.data && { account: account.data }
  return (
    <Stack>
      {given ? (
        <>
          <PasskeyList {...given} isPrimary changed={goOn} />
          {/* Show the recovery codes first. */}
          <AppCodes {...given} changed={() => undefined} showCodes={showCodes} />
        </>
      ) : null}
      <Trouble
        text={error ? error.message || translate('Failed to load your account.') : undefined}
      />
      {error ? (
        <Button onClick={renewal.error ? goOn : () => void account.refetch()}>
          {translate('Retry')}
        </Button>
      ) : null}
      {codes ? (
        <ShownCodes
          codes={codes}
          close={() => {
            showCodes(undefined)
            goOn()
          }}
        />
      ) : null}
    </Stack>
  )
}
