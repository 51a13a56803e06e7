import { Alert, Button, Checkbox, Form, Input, Modal, Select } from 'antd'
import { useEffect, useId } from 'react'
import { translate } from '#admin/format/translate.ts'
import { useSubmit } from '#admin/pages/account/use-submit.ts'
import { makeToken } from '#admin/providers/tokens.ts'
import { Star } from '#admin/ui/Star.tsx'
import { EVENTS_SCOPE, type MadeToken, MOST_TOKEN_NAME, type Scope } from '#contract/tokens.ts'
import { ScopeTable } from './ScopeTable.tsx'

const DAY_MS = 86_400_000
const ENDS = [
  { value: 30, label: 'In 30 days' },
  { value: 90, label: 'In 90 days' },
  { value: 365, label: 'In a year' },
  { value: 0, label: 'Never' },
]

/** antd would make a heading of it. */
const LEGEND = {
  marginBlockEnd: 4,
  border: 0,
  color: 'var(--text)',
  fontSize: 14,
  fontWeight: 500,
}

interface Draft {
  name: string
  sends: boolean
  scopes: Scope[]
  /** In so many days; 0 for never. */
  ends: number
}
const EMPTY: Draft = { name: '', sends: false, scopes: [], ends: 90 }

/** A form for a new token: what it is called, what it may do, until when. */
export function NewToken({ made, close }: { made: (token: MadeToken) => void; close: () => void }) {
  const [form] = Form.useForm<Draft>()
  const id = useId()
  const { isBusy, errors, trouble, run } = useSubmit()
  useEffect(() => {
    const texts = Object.entries(errors) as [keyof Draft, string][]
    form.setFields(texts.map(([name, text]) => ({ name, errors: [translate(text)] })))
  }, [errors, form])
  const submit = ({ name, sends, scopes, ends }: Draft) => {
    const all = sends ? [...scopes, { resource: EVENTS_SCOPE, actions: ['send' as const] }] : scopes
    const expiresAt = ends === 0 ? null : new Date(Date.now() + ends * DAY_MS).toISOString()
    return run(
      async () => made(await makeToken({ name, scopes: all, expiresAt })),
      'The token could not be made.',
    )
  }
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
            {translate('Make token')}
          </Button>
        </>
      }
    >
      <Form<Draft>
        form={form}
        name={id}
        layout="vertical"
        requiredMark={(label, { required }) => (
          <>
            {label}
            {required ? <Star /> : null}
          </>
        )}
        initialValues={EMPTY}
        scrollToFirstError={{ focus: true }}
        onFinish={(draft) => void submit(draft)}
      >
        <Form.Item
          name="name"
          label={translate('Name')}
          extra={translate(
            'The program that gets it. It stands in the history of what it changes.',
          )}
          rules={[{ required: true, whitespace: true, message: translate('Name is required') }]}
        >
          <Input autoComplete="off" dir="auto" maxLength={MOST_TOKEN_NAME} />
        </Form.Item>
        <fieldset>
          <legend style={LEGEND}>{translate('What it may do')}</legend>
          <Form.Item noStyle name="sends" valuePropName="checked">
            <Checkbox>{translate('Send learners’ events')}</Checkbox>
          </Form.Item>
          <Form.Item
            name="scopes"
            extra={translate(
              'No token writes passwords, or touches users with access to the console, tokens and accounts.',
            )}
            dependencies={['sends']}
            rules={[
              ({ getFieldValue }) => ({
                validator: (_, scopes: Scope[]) =>
                  scopes.length > 0 || getFieldValue('sends')
                    ? Promise.resolve()
                    : Promise.reject(new Error(translate('Choose what it may do.'))),
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
        {trouble === undefined ? null : <Alert type="error" message={trouble} />}
      </Form>
    </Modal>
  )
}
