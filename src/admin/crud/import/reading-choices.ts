import { translate } from '#admin/format/translate.ts'
import { IMPORT_ENCODINGS, type ImportSeparator } from '#contract/imports.ts'

const SEPARATORS: readonly { value: ImportSeparator; label: string }[] = [
  { value: 'comma', label: 'Comma (,)' },
  { value: 'semicolon', label: 'Semicolon (;)' },
  { value: 'tab', label: 'Tab' },
  { value: 'pipe', label: 'Vertical bar (|)' },
]

export function encodings() {
  return IMPORT_ENCODINGS.map(({ value, label }) => ({ value, label: translate(label) }))
}

export function separators() {
  return SEPARATORS.map(({ value, label }) => ({ value, label: translate(label) }))
}
