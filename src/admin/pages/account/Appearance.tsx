import { Form as AntForm, Select } from 'antd'
import { useState } from 'react'
import { browserZone } from '#admin/format/region.ts'
import { translate } from '#admin/format/translate.ts'
import { changeAccount } from '#admin/providers/account.ts'
import { type Preferences, THEMES } from '#contract/session.ts'
import { Trouble } from './Form.tsx'
import { Section } from './Section.tsx'
import type { Changed } from './sections.ts'
import { useSubmit } from './use-submit.ts'

const THEME_WORDS = { light: 'Light', dark: 'Dark', system: 'As the system' }

/** How the console looks to one on every device (ACC-07); each choice is kept at once. */
export function Appearance({ account, changed }: Changed) {
  const submit = useSubmit()
  const [chosen, setChosen] = useState(account.preferences)
  const choose = async (key: keyof Preferences, value: string) => {
    const { [key]: _, ...others } = chosen
    const preferences: Preferences = value === '' ? others : { ...others, [key]: value }
    setChosen(preferences)
    const isDone = await submit.run(
      async () => changed(await changeAccount({ preferences })),
      'Your choice could not be kept.',
    )
    if (!isDone) setChosen(chosen)
  }
  const fields = [
    {
      key: 'theme',
      label: 'Theme',
      hint: 'Another theme can be chosen above for this browser alone.',
      blank: translate('As chosen in each browser'),
      choices: THEMES.map((value) => ({ value, label: translate(THEME_WORDS[value]) })),
    },
    {
      key: 'timeZone',
      label: 'Time zone',
      hint: undefined,
      blank: translate('As the browser, {zone}', { zone: browserZone().replaceAll('_', ' ') }),
      choices: zoneChoices(chosen.timeZone),
    },
  ] as const
  return (
    <Section
      title="Appearance"
      text="How the console looks to you, in whichever browser you sign in."
    >
      <AntForm layout="vertical">
        {fields.map(({ key, label, hint, blank, choices }) => (
          <AntForm.Item
            key={key}
            htmlFor={key}
            label={translate(label)}
            extra={hint && translate(hint)}
          >
            {/* Zones have their own names. */}
            <div translate={key === 'theme' ? 'yes' : 'no'}>
              <Select
                id={key}
                virtual={false}
                showSearch
                optionFilterProp="label"
                getPopupContainer={(field) => field.parentElement ?? field}
                value={chosen[key] ?? ''}
                options={[{ value: '', label: blank }, ...choices]}
                onChange={(value: string) => void choose(key, value)}
              />
            </div>
          </AntForm.Item>
        ))}
      </AntForm>
      <Trouble text={submit.trouble ?? Object.values(submit.errors)[0]} />
    </Section>
  )
}

/** All time zones that the browser knows, by name, and the chosen one. */
function zoneChoices(chosen: string | undefined) {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])])
  return [...zones].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
