import { Form as AntForm, Col, Input, Row } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { changeAccount } from '#admin/providers/account.ts'
import { PasswordInput } from '#admin/ui/PasswordInput.tsx'
import { toast } from '#admin/ui/toast/store.ts'
import type { Account } from '#contract/account.ts'
import { LONGEST_EMAIL } from '#model/limits.ts'
import { Form } from './Form.tsx'
import { Section } from './Section.tsx'
import type { Changed } from './sections.ts'
import { useSubmit } from './use-submit.ts'

type Draft = Pick<Account, 'firstName' | 'lastName' | 'email'> & { password?: string }

/** One's own name and email (ACC-01). Another email takes the password: it is what one signs in with. */
export function Profile({ account, changed }: Changed) {
  const submit = useSubmit()
  const { firstName, lastName, email } = account
  const isMoved = (typed: string) => typed.trim() !== email
  const save = async ({ password = '', ...said }: Draft) => {
    await submit.run(async () => {
      changed(await changeAccount({ ...said, ...(isMoved(said.email) && { password }) }))
      toast({ title: translate('Success'), description: translate('Your account is saved.') })
    }, 'Your account could not be saved.')
  }
  return (
    <Section title="Profile" text="How others see you in this console, and what you sign in with.">
      <Form<Draft>
        submit={submit}
        initial={{ firstName, lastName, email }}
        send={(draft) => void save(draft)}
        yes="Save profile"
      >
        <Row gutter={16}>
          <Col xs={24} sm={12}>
            <AntForm.Item name="firstName" label={translate('First Name')}>
              <Input autoComplete="given-name" dir="auto" maxLength={80} />
            </AntForm.Item>
          </Col>
          <Col xs={24} sm={12}>
            <AntForm.Item name="lastName" label={translate('Last Name')}>
              <Input autoComplete="family-name" dir="auto" maxLength={80} />
            </AntForm.Item>
          </Col>
        </Row>
        <AntForm.Item name="email" label={translate('Email')}>
          <Input type="email" autoComplete="email" maxLength={LONGEST_EMAIL} />
        </AntForm.Item>
        <AntForm.Item noStyle dependencies={['email']}>
          {({ getFieldValue }) =>
            isMoved(getFieldValue('email')) ? (
              <AntForm.Item
                name="password"
                label={translate('Your password')}
                extra={translate('You sign in with this email, so its change takes your password.')}
                preserve={false}
              >
                <PasswordInput autoComplete="current-password" />
              </AntForm.Item>
            ) : null
          }
        </AntForm.Item>
      </Form>
    </Section>
  )
}
