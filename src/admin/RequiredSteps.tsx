import { useMutation, useQuery } from '@tanstack/react-query'
import { Flex } from 'antd'
import type { ComponentProps } from 'react'
import type { SessionUser } from '#contract/auth.ts'
import { translate } from './format/translate.ts'
import { renewSession, signOut } from './http/authenticate.ts'
import { AuthenticatorApp } from './pages/account/AuthenticatorApp.tsx'
import { Passkeys } from './pages/account/Passkeys.tsx'
import { PasswordForm } from './pages/account/PasswordForm.tsx'
import { ACCOUNT_KEY, readAccount } from './providers/account.ts'
import { ConfirmIdentity } from './shell/ConfirmIdentity.tsx'
import { Card, SecondaryButton } from './sign-in/controls.tsx'
import { FailureNotice } from './ui/Notice.tsx'

/**
 * Shown instead of the console until a required step is done: the user's own password in place of an assigned one, or
 * the second factor that the role requires. Then continues to the requested page.
 */
export function RequiredSteps({ user: { must = [], email } }: { user: SessionUser }) {
  return must.includes('password') ? (
    <Before
      title="Choose your own password"
      prompt="Someone else set your current password. Choose a new one to continue."
    >
      <PasswordForm email={email} goOn={renewSession} />
    </Before>
  ) : (
    <Before
      title="Set up two-step verification"
      prompt="Your role requires two-step verification. Add a passkey or set up an authenticator app to continue."
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
        <SecondaryButton label="Sign out" go={() => void signOut()} />
      </Card>
      <ConfirmIdentity />
    </>
  )
}

function FirstFactor() {
  const account = useQuery({ queryKey: ACCOUNT_KEY, queryFn: ({ signal }) => readAccount(signal) })
  const renewal = useMutation<void, Error>({ mutationFn: renewSession })
  const goOn = () => renewal.mutate()
  const error = account.error ?? renewal.error
  return (
    <Flex vertical gap={16}>
      {account.data ? (
        <>
          <Passkeys passkeys={account.data.factors.passkeys} goOn={goOn} />
          <AuthenticatorApp hasApp={account.data.factors.totp} added={goOn} />
        </>
      ) : null}
      {error ? (
        <FailureNotice
          text={error.message || translate('Failed to load your account.')}
          retry={renewal.error ? goOn : () => void account.refetch()}
        />
      ) : null}
    </Flex>
  )
}
