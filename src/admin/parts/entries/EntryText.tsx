import { type ClipboardEvent, useState } from 'react'
import { linesOfText, onOneLine } from '#admin/format/pasted.ts'
import { translate } from '#admin/format/translate.ts'
import { Field } from '#admin/ui/Field.tsx'
import { TextArea, TextInput } from '#admin/ui/TextInput.tsx'
import { wrongWith } from '#admin/ui/wrong-with.ts'
import { typedText } from '#admin/wire/reading.ts'
import { PasteOffer } from './PasteOffer.tsx'

interface Props {
  id: string
  /** What stands above it. */
  label: string
  /** What it is called where the label alone would not be unique. */
  name: string
  value: unknown
  error: string | undefined
  onChange: (text: string) => void
}

/** A text of several lines that grows with what is typed. */
export function EntryArea({ value, onChange, ...field }: Props) {
  const text = typedText(value)
  return (
    <Field {...field}>
      <TextArea
        {...control(field)}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

/** The title of an entry. Several lines pasted into it are offered as several entries. */
export function EntryTitle({
  value,
  onChange,
  spread,
  entries,
  ...field
}: Props & {
  spread: (titles: readonly string[]) => void
  /** 'steps' */
  entries: string
}) {
  const [offer, setOffer] = useState<{ lines: string[]; single: string; input: HTMLInputElement }>()
  const text = typedText(value)

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    const lines = linesOfText(pasted)
    if (lines.length < 2) return
    event.preventDefault()
    const input = event.currentTarget
    const [start, end] = [input.selectionStart ?? text.length, input.selectionEnd ?? text.length]
    const single = text.slice(0, start) + onOneLine(pasted) + text.slice(end)
    setOffer({ lines, single, input })
  }

  return (
    <Field {...field} isRequired>
      <TextInput
        {...control(field)}
        aria-required="true"
        value={text}
        onPaste={paste}
        onChange={({ target }) => onChange(target.value)}
      />
      {offer ? (
        <PasteOffer
          text={translate('Add {count} {entries} from pasted text?', {
            count: offer.lines.length,
            entries,
          })}
          accept={translate('Add {count} {entries}', { count: offer.lines.length, entries })}
          onAccept={() => {
            setOffer(undefined)
            spread(offer.lines)
          }}
          onDecline={() => {
            setOffer(undefined)
            onChange(offer.single)
            offer.input.focus()
          }}
        />
      ) : null}
    </Field>
  )
}

function control({ id, name, error }: Pick<Props, 'id' | 'name' | 'error'>) {
  return { id, 'aria-label': name, ...wrongWith(id, error) }
}
