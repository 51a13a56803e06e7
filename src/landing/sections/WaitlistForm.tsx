import { slot } from '#contract/forms.ts'
import { content } from '../content.ts'
import { EmailField, FormField } from './FormField.tsx'
import { FormFrame } from './FormFrame.tsx'

/** The waitlist's form. `filled` renders it for the page on which the server returns it. */
export function WaitlistForm({ filled = false }: { filled?: boolean }) {
  const { email, who, whoNone, whoChoices, submit, another } = content.waitlist
  const common = { form: 'waitlist', filled } as const
  return (
    <FormFrame {...common} submit={submit} another={another} shows="email">
      <EmailField {...common} label={email} enterKeyHint="send" />
      <FormField {...common} name="who" label={who}>
        {(given) => (
          <select {...given}>
            <option value="">{whoNone}</option>
            {Object.entries(whoChoices).map(([value, label]) => (
              // The server marks the sent choice as selected.
              <option
                value={value}
                key={value}
                {...(filled && { [slot.chosen('who', value)]: '' })}
              >
                {label}
              </option>
            ))}
          </select>
        )}
      </FormField>
    </FormFrame>
  )
}
