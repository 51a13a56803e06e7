import { LEAST_FILL_MS, STAMP } from '#contract/forms.ts'
import { fieldsOf } from './fields.ts'
import type { Outcome } from './read-answer.ts'
import { send } from './send.ts'

/** Added to the least time, for servers whose clocks differ a little. */
const MARGIN = 250

/** Sends the forms in place and shows errors at the fields. All texts come from the markup. */
export function startForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-form]')) startForm(form)
}

function startForm(form: HTMLFormElement): void {
  const { sending = '', again = '', invalid = '' } = form.dataset
  const button = form.querySelector<HTMLElement>('[type=submit]')
  const failure = form.querySelector('[data-failure]')
  const stamp = form.querySelector<HTMLInputElement>(`[name=${STAMP}]`)
  const done = document.querySelector<HTMLElement>(`[data-done=${form.dataset.form}]`)
  const answer = done?.querySelector('[data-answer]')
  const typed = done?.querySelector<HTMLElement>('[data-typed]')
  const heading = done?.querySelector('h3')
  if (!button || !failure || !stamp || !done || !answer || !heading) return
  // A form that the server returned with an error is a page of its own and works without the script.
  if (failure.textContent) return

  const fields = fieldsOf(form)
  const label = button.textContent
  /** Time when the stamp was last renewed. The server counts from slightly earlier. */
  let stampedAt = performance.now()
  const usual = heading.textContent
  let busy = false

  const setBusy = (now: boolean, text: string | null) => {
    busy = now
    form.setAttribute('aria-busy', String(now))
    // Text typed while sending would be neither sent nor kept.
    fields.lock(now)
    // Not `disabled`: that would lose the focus.
    button.setAttribute('aria-disabled', String(now))
    button.textContent = text
  }
  const showDone = (text: string, title: string) => {
    setBusy(false, label)
    answer.textContent = text
    heading.textContent = title
    if (typed) typed.textContent = fields.read(typed.dataset.typed ?? '')
    // The old error stays until the form is shown again: its height keeps the page from moving.
    fields.clear()
    form.hidden = true
    done.hidden = false
    done.focus()
  }
  const showFailure = (text: string, wrong: Record<string, string> = {}) => {
    // Only an error of the stamp restarts the wait: other new stamps are as old as the previous one.
    if (wrong[STAMP]) stampedAt = performance.now()
    const faults = Object.entries(wrong)
    const lost = faults.filter(([name, fault]) => !fields.say(name, fault))
    const marked = lost.length < faults.length
    // Errors shown at a field are not repeated here. Errors of fields that the form does not show are listed with
    // the rest.
    const lines = [marked ? invalid : text, ...lost.map(([, fault]) => fault)]
    setBusy(false, marked ? label : again)
    failure.textContent = [...new Set(lines)].join(' ')
    if (marked) fields.focusFirstWrong()
  }
  const show = (outcome: Outcome) => {
    if ('done' in outcome) showDone(outcome.done, outcome.title ?? usual)
    else showFailure(outcome.failure, outcome.fields)
  }
  const deliver = async () => {
    setBusy(true, sending)
    // The server refuses forms filled faster than LEAST_FILL_MS; wait instead of showing that error.
    const rest = stampedAt + LEAST_FILL_MS + MARGIN - performance.now()
    await new Promise((resolve) => setTimeout(resolve, rest))
    const { outcome, stamp: fresh } = await send(form)
    if (fresh) stamp.value = fresh
    show(outcome)
  }

  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (busy) return
    if (fields.judge()) {
      void deliver()
      return
    }
    failure.textContent = invalid
    fields.focusFirstWrong()
  })
  form.addEventListener('input', () => {
    if (failure.textContent === invalid && !fields.anyWrong()) failure.textContent = ''
  })
  done.querySelector('[data-another]')?.addEventListener('click', () => {
    failure.textContent = ''
    done.hidden = true
    form.hidden = false
    fields.focusFirst()
  })
}
