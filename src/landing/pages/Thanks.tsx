import { FORM_ANSWERS, type FormName } from '#contract/forms.ts'
import { Check } from '../art/Check.tsx'
import { content } from '../content.ts'
import { SmallPage } from './SmallPage.tsx'

/** Confirmation of a form sent without script. */
export function Thanks({ form }: { form: FormName }) {
  return (
    <SmallPage back="/">
      <Check />
      <h1>{content.pages[form].heading}</h1>
      <p className="lead">{FORM_ANSWERS[form]}</p>
    </SmallPage>
  )
}
