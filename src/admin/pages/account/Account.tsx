import { useQuery } from '@tanstack/react-query'
import { Card, Flex, Skeleton } from 'antd'
import { exactTime } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { ACCOUNT_KEY, readAccount, SESSIONS_KEY } from '#admin/providers/account.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { Appearance } from './Appearance.tsx'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Profile } from './Profile.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { Section } from './Section.tsx'
import { Sessions } from './Sessions.tsx'

/** The user's own account: profile, ways to sign in, sessions and preferences. */
export default function Account() {
  const {
    data: account,
    error,
    refetch,
  } = useQuery({
    queryKey: ACCOUNT_KEY,
    queryFn: ({ signal }) => readAccount(signal),
  })
  if (!account)
    return (
      <Card styles={{ body: { padding: 24 } }}>
        {error ? (
          <FailureNotice
            text={error.message || translate('Your account could not be read.')}
            retry={() => void refetch()}
          />
        ) : (
          <Skeleton active paragraph={{ rows: 12 }} />
        )}
      </Card>
    )
  const { email, factors, preferences, signOn } = account
  return (
    <Flex vertical gap={16} style={{ maxWidth: 760 }}>
      <Profile account={account} />
      <Section title="Password" text="A new password signs you out everywhere else.">
        <PasswordForm
          email={email}
          success={translate('Your password is changed. You are signed out everywhere else.')}
          reads={SESSIONS_KEY}
        />
      </Section>
      <Section
        title="Passkeys"
        text="Sign in by fingerprint, face or the lock of this device, without a password."
      >
        <Passkeys passkeys={factors.passkeys} />
      </Section>
      <Section
        title="Authenticator app"
        text="After your password, you are asked for a code of six digits that changes every half minute."
      >
        <AuthenticatorApp hasApp={factors.totp} />
      </Section>
      {factors.totp || factors.recoveryCodesLeft > 0 ? (
        <Section
          title="Recovery codes"
          text="If you lose your phone, each of them signs you in once, after your password."
        >
          <RecoveryCodes left={factors.recoveryCodesLeft} />
        </Section>
      ) : null}
      <Section
        title="Where you are signed in"
        text="Each browser and device with a session of yours. Sign out the ones you do not know, and change your password."
      >
        <Sessions />
      </Section>
      {signOn ? (
        <Section title="Single sign-on" text="An account elsewhere that signs you in here.">
          <p>
            {translate('Linked to {name} since {day}.', {
              name: signOn.name,
              day: exactTime(signOn.linkedAt, Date.now()) ?? '',
            })}
          </p>
        </Section>
      ) : null}
      <Section title="Appearance" text="How the console looks to you on every device.">
        <Appearance preferences={preferences} />
      </Section>
    </Flex>
  )
}
