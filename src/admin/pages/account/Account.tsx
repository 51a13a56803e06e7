import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Card, Flex, Skeleton } from 'antd'
import { useState } from 'react'
import { exactTime } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { ACCOUNT_KEY, readAccount, SESSIONS_KEY } from '#admin/providers/account.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { repeat } from '#admin/ui/repeat.ts'
import { toast } from '#admin/ui/toast/store.ts'
import type { Account as AccountData } from '#contract/account.ts'
import { Appearance } from './Appearance.tsx'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Profile } from './Profile.tsx'
import { RecoveryCodes, ShownCodes } from './RecoveryCodes.tsx'
import { Section } from './Section.tsx'
import { Sessions } from './Sessions.tsx'

/** One's own account: who one is here, what one signs in with, and where one is signed in (ACC-01 to ACC-07). */
export default function Account() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ACCOUNT_KEY,
    queryFn: ({ signal }) => readAccount(signal),
  })
  const [codes, showCodes] = useState<string[]>()
  const account = query.data
  const changed = (next?: AccountData) => {
    if (next) client.setQueryData(ACCOUNT_KEY, next)
    else void query.refetch()
  }
  if (!account && query.error)
    return (
      <Card>
        <FailureNotice
          isInCard
          text={query.error.message || translate('Your account could not be read.')}
          retry={() => void query.refetch()}
        />
      </Card>
    )
  if (!account)
    return (
      <Flex vertical gap={16} style={{ maxWidth: 1040 }}>
        {repeat(3, (key) => (
          <Card key={key}>
            <Skeleton active style={{ padding: 24 }} />
          </Card>
        ))}
      </Flex>
    )
  const given = { account, changed }
  return (
    <Flex vertical gap={16} style={{ maxWidth: 1040 }}>
      <Profile {...given} />
      <Section
        title="Password"
        text="Another one signs you out everywhere else, in case somebody knew the old one."
      >
        <PasswordForm
          email={account.email}
          done={async () => {
            await client.invalidateQueries({ queryKey: SESSIONS_KEY })
            toast({
              title: translate('Success'),
              description: translate(
                'Your password is changed. You are signed out everywhere else.',
              ),
            })
          }}
        />
      </Section>
      <Passkeys {...given} />
      <AuthenticatorApp {...given} showCodes={showCodes} />
      {account.factors.totp || account.factors.recoveryCodesLeft > 0 ? (
        <RecoveryCodes {...given} showCodes={showCodes} />
      ) : null}
      <Sessions />
      {account.signOn ? (
        <Section title="Single sign-on" text="An account elsewhere by which you are let in here.">
          <p>
            {translate('Linked to {name} since {day}.', {
              name: account.signOn.name,
              day: exactTime(account.signOn.linkedAt, Date.now()) ?? '',
            })}
          </p>
        </Section>
      ) : null}
      <Appearance {...given} />
      {codes ? <ShownCodes codes={codes} close={() => showCodes(undefined)} /> : null}
    </Flex>
  )
}
