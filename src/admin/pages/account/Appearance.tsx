import { Form, Select } from 'antd'
import { browserZone } from '#admin/format/region.ts'
import { translate } from '#admin/format/translate.ts'
import { ACCOUNT_KEY, changeAccount } from '#admin/providers/account.ts'
import type { Preferences } from '#contract/session.ts'
import { ErrorText } from './SubmitForm.tsx'
import { useSubmit } from './use-submit.ts'

/** The values of the selects: '' follows the browser. */
type Choices = Record<'theme' | 'timeZone', string>

/** The theme and the time zone of the account, on every device. Each choice is saved at once. */
export function Appearance({ preferences }: { preferences: Preferences }) {
  const { form, error, submit } = useSubmit<Choices>({
    send: ({ theme, timeZone }) =>
      changeAccount({
        preferences: { ...(theme && { theme }), ...(timeZone && { timeZone }) } as Preferences,
      }),
    failure: 'Your choice could not be saved.',
    reads: ACCOUNT_KEY,
  })
  const { theme = 'system', timeZone = '' } = preferences
  const zones = new Set([
    'UTC',
    ...Intl.supportedValuesOf('timeZone'),
    ...(timeZone ? [timeZone] : []),
  ])
  const zone = browserZone().replaceAll('_', ' ')
  const shared = {
    virtual: false,
    showSearch: true,
    optionFilterProp: 'label',
    getPopupContainer: (field: HTMLElement) => field.parentElement ?? field,
  }
  return (
    <Form<Choices>
      form={form}
      layout="vertical"
      initialValues={{ theme, timeZone }}
      onValuesChange={async (_, choices) => {
        if (!(await submit(choices))) form.resetFields()
      }}
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
              { value: '', label: translate('As the browser, {zone}', { zone }) },
              ...[...zones].map((value) => ({ value, label: value.replaceAll('_', ' ') })),
            ]}
          />
        </Form.Item>
      </div>
      <ErrorText text={error} />
    </Form>
  )
}
