import type { FormName } from '#contract/forms.ts'
import { content } from '../content.ts'
import { ContactForm } from '../sections/ContactForm.tsx'
import { WaitlistForm } from '../sections/WaitlistForm.tsx'
import { SmallPage } from './SmallPage.tsx'

const forms = { contact: ContactForm, waitlist: WaitlistForm }

/** A refused form that was sent without script, with its values and errors. */
export function Again({ form }: { form: FormName }) {
  const Form = forms[form]
  return (
    <SmallPage back={`/#${form}`}>
      <h1>{content.pages.again.heading}</h1>
      <Form filled />
    </SmallPage>
  )
}
