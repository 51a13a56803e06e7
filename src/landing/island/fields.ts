import { faultOf } from './field-faults.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The visible fields of a form and their error messages. */
export interface Fields {
  /** Validates every field and shows its error. Returns true when all are valid. */
  judge(): boolean
  /** Shows a message at the field of that name. Returns false when there is no such field. */
  say(name: string, text: string): boolean
  /** Returns whether a field is marked as invalid. */
  anyWrong(): boolean
  focusFirst(): void
  focusFirstWrong(): void
  /** Makes the fields read-only, or editable again. */
  lock(locked: boolean): void
  /** Returns the value of the field of that name. */
  read(name: string): string
  clear(): void
}

/** Manages a form's fields. A field that was invalid is validated again on each input. */
export function fieldsOf(form: HTMLFormElement): Fields {
  const controls = [...form.querySelectorAll<Control>('.form-field [name]')]
  const isWrong = (control: Control) => control.matches('[aria-invalid=true]')
  const judged = new Set<Control>()

  const say = (control: Control, text = '') => {
    const line = document.getElementById(`${control.id}-error`)
    if (line) line.textContent = text
    control.setAttribute('aria-invalid', String(text !== ''))
    if (text) judged.add(control)
  }
  const judge = (control: Control) => {
    const fault = faultOf(control)
    say(control, fault && form.dataset[fault])
    return !fault
  }
  for (const control of controls) {
    control.addEventListener('input', () => {
      if (judged.has(control)) judge(control)
    })
  }
  return {
    // Validates every field, not only up to the first invalid one.
    judge: () => controls.map(judge).every(Boolean),
    say(name, text) {
      const control = controls.find((one) => one.name === name)
      if (control) say(control, text)
      return Boolean(control)
    },
    anyWrong: () => controls.some(isWrong),
    focusFirst: () => controls[0]?.focus(),
    focusFirstWrong: () => controls.find(isWrong)?.focus(),
    lock(locked) {
      // Not `disabled`: that would lose the focus and send nothing. A select cannot be read-only.
      for (const control of controls) if ('readOnly' in control) control.readOnly = locked
    },
    read: (name) => controls.find((one) => one.name === name)?.value.trim() ?? '',
    clear() {
      judged.clear()
      for (const control of controls) control.value = ''
    },
  }
}
