import { Alert, Button, Checkbox, Form, Input, Modal, Select } from 'antd'
import { useId } from 'react'
import { translate } from '#admin/format/translate.ts'
import { useSubmit } from '#admin/pages/account/use-submit.ts'
import { makeToken, TOKENS_KEY } from '#admin/providers/tokens.ts'
import { EVENTS_SCOPE, type MadeToken, MOST_TOKEN_NAME, type Scope } from '#contract/tokens.ts'
import { ScopeTable } from './ScopeTable.tsx'

const DAY_MS = 86_400_000
const ENDS = [
  { value: 30, label: 'In 30 days' },
  { value: 90, label: 'In 90 days' },
  { value: 365, label: 'In a year' },
  { value: 0, label: 'Never' },
]

/** Looks like a label: antd would make a heading of it. */
const LEGEND = { marginBlockEnd: 4, border: 0, color: 'var(--text)', fontSize: 14, fontWeight: 500 }

interface Draft {
  name: string
  sends: boolean
  scopes: Scope[]
  /** In so many days; 0 for never. */
  ends: number
}
const EMPTY: Draft = { name: '', sends: false, scopes: [], ends: 90 }

/** The form for a new token: its name, its permissions and its end. */
export function NewToken({ made, close }: { made: (token: MadeToken) => void; close: () => void }) {
  const id = useId()
  const { form, isBusy, error, submit } = useSubmit<Draft>({
    send: async ({ name, sends, scopes, ends }) => {
      const events = sends ? [{ resource: EVENTS_SCOPE, actions: ['send' as const] }] : []
      const expiresAt = ends === 0 ? null : new Date(Date.now() + ends * DAY_MS).toISOString()
      made(await makeToken({ name, scopes: [...scopes, ...events], expiresAt }))
    },
    failure: 'The token could not be created.',
    reads: TOKENS_KEY,
  })
  return (
    <Modal
      open
      width={600}
      title={translate('New token')}
      maskClosable={false}
      onCancel={close}
      afterOpenChange={(isOpen) => isOpen && form.focusField('name')}
      footer={
        <>
          <Button onClick={close}>{translate('Cancel')}</Button>
          <Button type="primary" loading={isBusy} htmlType="submit" form={id}>
            {translate('Create token')}
          </Button>
        </>
      }
    >
      <Form<Draft>
        form={form}
        name={id}
        layout="vertical"
        initialValues={EMPTY}
        scrollToFirstError={{ focus: true }}
        onFinish={(draft) => void submit(draft)}
      >
        <Form.Item
          name="name"
          label={translate('Name')}
          extra={translate('The program that uses it. The history of its changes shows this name.')}
          rules={[{ required: true, whitespace: true, message: translate('Name is required') }]}
        >
          <Input autoComplete="off" dir="auto" maxLength={MOST_TOKEN_NAME} />
        </Form.Item>
        <fieldset>
          <legend style={LEGEND}>{translate('Permissions')}</legend>
          <Form.Item noStyle name="sends" valuePropName="checked">
            <Checkbox>{translate('Send learners’ events')}</Checkbox>
          </Form.Item>
          <Form.Item
            name="scopes"
            extra={translate(
              'No token can change passwords, users with access to the console, tokens or accounts.',
            )}
            dependencies={['sends']}
            rules={[
              ({ getFieldValue }) => ({
                validator: (_, scopes: Scope[]) =>
                  scopes.length > 0 || getFieldValue('sends')
                    ? Promise.resolve()
                    : Promise.reject(new Error(translate('Choose at least one permission.'))),
              }),
            ]}
          >
            <ScopeTable />
          </Form.Item>
        </fieldset>
        <Form.Item name="ends" label={translate('Ends')}>
          <Select
            virtual={false}
            options={ENDS.map(({ value, label }) => ({ value, label: translate(label) }))}
          />
        </Form.Item>
        {error ? <Alert type="error" message={error} /> : null}
      </Form>
    </Modal>
  )
}
