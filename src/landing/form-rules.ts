import type { FormName } from '#contract/forms.ts'
import { describe } from '#model/describe.ts'
import messages from '#resources/messages.ts'
import waitlist from '#resources/waitlist.ts'

const kept = { contact: messages, waitlist }

/** Returns the rules of a form field that a browser can check, read from the resource that stores it. */
export function rulesOf(form: FormName, field: string): { required: boolean; maxLength?: number } {
  const described = describe(kept[form].create, field)
  if (!described) throw new Error(`the declaration behind ${form} has no ${field}`)
  const { required, max } = described
  return { required, ...(max !== undefined && { maxLength: max }) }
}
