import { Col, Form, Input, Row } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { ACCOUNT_KEY, changeAccount } from '#admin/providers/account.ts'
import { PasswordInput } from '#admin/ui/PasswordInput.tsx'
import type { Account } from '#contract/account.ts'
import { LONGEST_EMAIL } from '#model/limits.ts'
import { Section } from './Section.tsx'
import { SubmitForm } from './SubmitForm.tsx'
import { useSubmit } from './use-submit.ts'

type Draft = Pick<Account, 'firstName' | 'lastName' | 'email'> & { password?: string }

/** The user's own name and email. Another email takes the password, because the user signs in with it. */
export function Profile({ account: { firstName, lastName, email } }: { account: Account }) {
  const isMoved = (typed: string) => typed.trim() !== email
  const submit = useSubmit<Draft>({
    send: ({ password = '', ...draft }) =>
      changeAccount({ ...draft, ...(isMoved(draft.email) && { password }) }),
    failure: 'Your account could not be saved.',
    success: translate('Your account is saved.'),
    reads: ACCOUNT_KEY,
  })
  return (
    <Section title="Profile" text="Your name in this console, and the email you sign in with.">
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
                extra={translate('Changing the email you sign in with takes your password.')}
                preserve={false}
              >
                <PasswordInput autoComplete="current-password" />
              </Form.Item>
            ) : null
          }
        </Form.Item>
      </SubmitForm>
    </Section>
  )
}
