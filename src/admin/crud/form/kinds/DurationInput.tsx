import { translate } from '#admin/format/translate.ts'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { durationText, minutesOf } from '#model/duration.ts'
import { described } from './described.ts'
import type { KindProps } from './KindInput.tsx'
import { Note } from './Note.tsx'

/** A length of time, typed in any of the usual ways; once it is left it stands there as it is said. */
export function DurationInput({ id, text, onText, ...rest }: KindProps) {
  function spellOut() {
    const minutes = minutesOf(text)
    if (minutes !== undefined) onText(durationText(minutes))
  }
  return (
    <>
      <TextInput
        {...rest}
        {...described(id, rest['aria-describedby'])}
        id={id}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onBlur={spellOut}
      />
      <Note id={id}>{translate('Like 1 h 30 min, 1:30, or 90 for minutes.')}</Note>
    </>
  )
}
