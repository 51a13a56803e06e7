import { useQuery } from '@tanstack/react-query'
import { Card, Col, Flex, Form, Input, List, Row, Select, Skeleton, Tag, Typography } from 'antd'
import { type ReactNode, useId, useRef } from 'react'
import { browserZone } from '#admin/format/region.ts'
import { exactTime, timeAgo } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import {
  ACCOUNT_KEY,
  changeAccount,
  endOtherSessions,
  endSession,
  readAccount,
  readSessions,
  SESSIONS_KEY,
} from '#admin/providers/account.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PasswordInput } from '#admin/ui/PasswordInput.tsx'
import type { Account as AccountRead, OwnSession, Preferences } from '#contract/auth.ts'
import { LONGEST_EMAIL } from '#model/clean-text.ts'
import { AuthenticatorApp, RecoveryCodes } from './AuthenticatorApp.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ErrorText, Named, SendButton, SubmitForm } from './submit.tsx'
import { useSubmit } from './use-submit.ts'

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
            text={error.message || translate('Failed to load your account.')}
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
      <Section title="Profile" text="Your name in this console, and the email you sign in with.">
        <Profile account={account} />
      </Section>
      <Section title="Password" text="Changing your password signs you out everywhere else.">
        <PasswordForm email={email} />
      </Section>
      <Section
        title="Passkeys"
        text="Sign in with your fingerprint, face or screen lock instead of a password."
      >
        <Passkeys passkeys={factors.passkeys} />
      </Section>
      <Section
        title="Authenticator app"
        text="Two-step verification: after your password, you enter a six-digit code from an app."
      >
        <AuthenticatorApp hasApp={factors.totp} />
      </Section>
      {factors.totp || factors.recoveryCodesLeft > 0 ? (
        <Section
          title="Recovery codes"
          text="If you lose your phone, enter one of these codes after your password. Each code works once."
        >
          <RecoveryCodes left={factors.recoveryCodesLeft} />
        </Section>
      ) : null}
      <Section
        title="Sessions"
        text="Browsers and devices that are signed in to your account. If you do not recognize one, sign it out and change your password."
      >
        <Sessions />
      </Section>
      {signOn ? (
        <Section title="Single sign-on" text="The external account that you can sign in with.">
          <p>
            {translate('Linked to {name} since {day}.', {
              name: signOn.name,
              day: exactTime(signOn.linkedAt, Date.now()) ?? '',
            })}
          </p>
        </Section>
      ) : null}
      <Section title="Appearance" text="Your theme and time zone on all devices.">
        <Appearance preferences={preferences} />
      </Section>
    </Flex>
  )
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const heading = useId()
  return (
    <Card styles={{ body: { padding: 'clamp(16px, 3vw, 24px)' } }}>
      <section aria-labelledby={heading}>
        <h2 id={heading}>{translate(title)}</h2>
        <Typography.Paragraph type="secondary">{translate(text)}</Typography.Paragraph>
        <Flex vertical gap={16}>
          {children}
        </Flex>
      </section>
    </Card>
  )
}

type Draft = Pick<AccountRead, 'firstName' | 'lastName' | 'email'> & { password?: string }

/** The name and the email. Changing the email needs the password, because the user signs in with it. */
function Profile({ account: { firstName, lastName, email } }: { account: AccountRead }) {
  const isMoved = (typed: string) => typed.trim() !== email
  const submit = useSubmit<Draft>({
    send: ({ password = '', ...draft }) =>
      changeAccount({ ...draft, ...(isMoved(draft.email) && { password }) }),
    failure: 'Failed to save your profile.',
    success: translate('Profile saved.'),
    reads: ACCOUNT_KEY,
  })
  return (
    <SubmitForm<Draft>
      submit={submit}
      initial={{ firstName, lastName, email }}
      label="Save profile"
    >
      <Row gutter={16}>
        <Col xs={24} sm={12}>
          <Form.Item name="firstName" label={translate('First Name')}>
            <Input autoComplete="given-name" dir="auto" maxLength={80} />
          </Form.Item>
        </Col>
        <Col xs={24} sm={12}>
          <Form.Item name="lastName" label={translate('Last Name')}>
            <Input autoComplete="family-name" dir="auto" maxLength={80} />
          </Form.Item>
        </Col>
      </Row>
      <Form.Item name="email" label={translate('Email')}>
        <Input type="email" autoComplete="email" maxLength={LONGEST_EMAIL} />
      </Form.Item>
      <Form.Item noStyle dependencies={['email']}>
        {({ getFieldValue }) =>
          isMoved(getFieldValue('email')) ? (
            <Form.Item
              name="password"
              label={translate('Your password')}
              extra={translate('Enter your password to change the email you sign in with.')}
              preserve={false}
            >
              <PasswordInput autoComplete="current-password" />
            </Form.Item>
          ) : null
        }
      </Form.Item>
    </SubmitForm>
  )
}

/** The browsers and devices with a session of the user; each can be signed out. */
function Sessions() {
  const { data, error, refetch } = useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => readSessions(signal),
  })
  const area = useRef<HTMLDivElement>(null)
  useKeptFocus(area, { fallback: 'button' })
  const failure = 'Failed to sign out.'
  if (!data)
    return error ? (
      <FailureNotice
        text={translate('Failed to load your sessions.')}
        retry={() => void refetch()}
      />
    ) : (
      <Skeleton active />
    )
  return (
    <div ref={area}>
      <List
        bordered
        size="small"
        style={{ borderColor: 'var(--edge)' }}
        dataSource={data}
        rowKey="id"
        renderItem={(session) => (
          <List.Item
            data-row=""
            extra={
              session.isCurrent ? null : (
                <SendButton
                  aria-label={translate('Sign out {device}', { device: session.device })}
                  submit={{
                    send: () => endSession(session.id),
                    failure,
                    success: translate('{device} is signed out.', { device: session.device }),
                    reads: SESSIONS_KEY,
                  }}
                >
                  {translate('Sign out')}
                </SendButton>
              )
            }
          >
            <Named
              name={session.device}
              marks={session.isCurrent ? <Tag color="green">{translate('This device')}</Tag> : null}
              about={[session.address, usedText(session)].filter(Boolean).join(' · ')}
            />
          </List.Item>
        )}
      />
      {data.length > 1 ? (
        <SendButton
          style={{ marginBlockStart: 16 }}
          submit={{
            send: endOtherSessions,
            failure,
            success: translate('You are signed out everywhere else.'),
            reads: SESSIONS_KEY,
          }}
          question={{
            title: translate('Sign out all other sessions?'),
            text: 'All other browsers and devices must sign in again. Unsaved changes there are kept as drafts.',
            yes: 'Sign out all other sessions',
          }}
        >
          {translate('Sign out all other sessions')}
        </SendButton>
      ) : null}
    </div>
  )
}

function usedText({ isCurrent, lastUsedAt }: OwnSession): string {
  if (isCurrent) return translate('active now')
  return translate('last used {ago}', { ago: timeAgo(lastUsedAt, Date.now()) ?? '' })
}

/** The theme and the time zone of the account. Each choice is saved at once; '' uses the browser's. */
function Appearance({ preferences }: { preferences: Preferences }) {
  const { submit, error } = useSubmit<Preferences>({
    send: (chosen) => changeAccount({ preferences: chosen }),
    failure: 'Failed to save your choice.',
    reads: ACCOUNT_KEY,
  })
  const { timeZone = '', theme = 'system', ...others } = preferences
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  if (timeZone) zones.add(timeZone)
  const zone = browserZone().replaceAll('_', ' ')
  const shared = {
    virtual: false,
    showSearch: true,
    optionFilterProp: 'label',
    getPopupContainer: (field: HTMLElement) => field.parentElement ?? field,
  }
  return (
    <Form<Preferences>
      layout="vertical"
      initialValues={{ theme, timeZone }}
      onValuesChange={(_, { timeZone: next, ...chosen }) =>
        submit({ ...others, ...chosen, ...(next && { timeZone: next }) })
      }
    >
      <Form.Item name="theme" label={translate('Theme')}>
        <Select
          {...shared}
          options={[
            { value: 'system', label: translate('Match system') },
            { value: 'light', label: translate('Light') },
            { value: 'dark', label: translate('Dark') },
          ]}
        />
      </Form.Item>
      {/* Zones have names of their own. */}
      <div translate="no">
        <Form.Item name="timeZone" label={translate('Time zone')}>
          <Select
            {...shared}
            options={[
              { value: '', label: translate('Match browser ({zone})', { zone }) },
              ...[...zones].map((value) => ({ value, label: value.replaceAll('_', ' ') })),
            ]}
          />
        </Form.Item>
      </div>
      <ErrorText text={error} />
    </Form>
  )
}
