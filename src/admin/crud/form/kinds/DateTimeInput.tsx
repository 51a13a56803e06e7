import { useState } from 'react'
import { instantOf, isSkipped, localTime, zoneAt } from '#admin/format/local-time.ts'
import { translate } from '#admin/format/translate.ts'
import { NativeInput } from '#admin/ui/NativeInput.tsx'
import { described } from './described.ts'
import type { KindProps } from './KindInput.tsx'
import { Note } from './Note.tsx'

/** Four digits for the year, so that typing goes on to the next part behind them. */
const LAST = '9999-12-31T23:59'

/** A moment, typed and shown in the browser's time zone, which stands below; its value is UTC. */
export function DateTimeInput({ id, text, onText, ...rest }: KindProps) {
  const [own, setOwn] = useState({ value: '', typed: '' })
  // What was typed last stays as it was typed. Another value is another record, or another version of it.
  const typed = own.value === text ? own.typed : localTime(text) || text
  return (
    <>
      <NativeInput
        {...rest}
        {...described(id, rest['aria-describedby'])}
        id={id}
        type="datetime-local"
        max={LAST}
        value={typed}
        onValue={(next) => {
          const value = instantOf(next)
          setOwn({ value, typed: next })
          onText(value)
        }}
      />
      <Note id={id}>
        {translate('Time zone: {zone}.', { zone: zoneAt(text) })}
        {isSkipped(typed) ? (
          <>
            {' '}
            {translate('The clocks skip this time; saved is {time}.', {
              time: localTime(text).slice(11),
            })}
          </>
        ) : null}
      </Note>
    </>
  )
}
