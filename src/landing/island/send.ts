import { STAMP_HEADER } from '#contract/forms.ts'
import { type Outcome, readAnswer } from './read-answer.ts'

/** A post without an answer in this time has failed, in milliseconds. */
const TIME_LIMIT = 20_000

interface Sent {
  outcome: Outcome
  /** The fresh stamp that a refusal brings. */
  stamp: string | null | undefined
}

/** Posts the form and returns the result. Never throws. */
export async function send(form: HTMLFormElement): Promise<Sent> {
  const { offline = '', failed = '' } = form.dataset
  const typed = [...new FormData(form)].filter(([, value]) => value)
  let response: Response | undefined
  let outcome: Outcome
  try {
    response = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(typed)),
      // Completes the request when the visitor leaves the page.
      keepalive: true,
      // Older browsers have no AbortSignal.timeout and use their own limit.
      signal: AbortSignal.timeout?.(TIME_LIMIT) ?? null,
    })
    outcome = readAnswer(response.status, await response.json(), failed)
  } catch {
    outcome = { failure: response ? failed : offline }
  }
  return { outcome, stamp: response?.headers.get(STAMP_HEADER) }
}
