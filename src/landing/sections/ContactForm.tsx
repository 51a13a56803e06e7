import { content } from '../content.ts'
import { EmailField, FormField } from './FormField.tsx'
import { FormFrame } from './FormFrame.tsx'

/** The contact form. `filled` renders it for the page on which the server returns it. */
export function ContactForm({ filled = false }: { filled?: boolean }) {
  const { name, email, subject, message, submit } = content.contact
  const common = { form: 'contact', filled } as const
  return (
    <FormFrame {...common} submit={submit} another={content.forms.another}>
      <p className="form-note">{content.forms.required}</p>
      <FormField {...common} name="name" label={name}>
        {(given) => <input {...given} autoComplete="name" enterKeyHint="next" />}
      </FormField>
      <EmailField {...common} label={email} enterKeyHint="next" />
      <FormField {...common} name="subject" label={subject}>
        {(given) => <input {...given} enterKeyHint="next" />}
      </FormField>
      <FormField {...common} name="message" label={message}>
        {(given) => <textarea {...given} rows={6} />}
      </FormField>
    </FormFrame>
  )
}
