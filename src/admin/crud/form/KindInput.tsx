import { Input, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { instantOf, isSkipped, localTime, zoneAt } from '#admin/format/local-time.ts'
import { translate } from '#admin/format/translate.ts'
import {
  faultLine,
  parsedJson,
  Unparsed,
  writtenJson,
} from '#admin/providers/adapters/json-text.ts'
import { NativeInput } from '#admin/ui/NativeInput.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { durationText, minutesOf } from '#model/duration.ts'
import type { Controlled } from './FieldItem.tsx'
import css from './KindInput.module.css'

/** A control of a value that is edited as a text. */
interface KindProps extends Omit<Controlled, 'value' | 'onChange'> {
  id: string
  text: string
  onText: (text: string) => void
}

/** The kinds of fields whose controls come in a file of their own, for whoever uses them. */
type LateKind = 'date' | 'dateTime' | 'duration' | 'colour' | 'image' | 'json'

export function KindInput({ kind, ...rest }: KindProps & { kind: LateKind }): ReactNode {
  switch (kind) {
    case 'date': {
      const { text, onText, ...control } = rest
      return <NativeInput {...control} type="date" max="9999-12-31" value={text} onValue={onText} />
    }
    case 'dateTime':
      return <DateTimeInput {...rest} />
    case 'duration':
      return <DurationInput {...rest} />
    case 'colour':
      return <ColourInput {...rest} />
    case 'image':
      return <ImageInput {...rest} />
    case 'json':
      return <JsonInput {...rest} />
  }
}

const noteId = (id: string) => `${id}_note`

/** A control's description with the note below it. */
const described = (id: string, by: string | undefined) => ({
  'aria-describedby': [by, noteId(id)].filter(Boolean).join(' '),
})

/** What is to be known beside a control; `described` leads the control to it. */
function Note({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Typography.Text type="secondary" className={css.note ?? ''} id={noteId(id)}>
      {children}
    </Typography.Text>
  )
}

/** Four digits for the year, so that typing goes on to the next part behind them. */
const LAST = '9999-12-31T23:59'

/** A moment, typed and shown in the browser's time zone, which stands below; its value is UTC. */
function DateTimeInput({ id, text, onText, ...rest }: KindProps) {
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

/** A length of time, typed in any of the usual ways; once it is left it stands there as it is said. */
function DurationInput({ id, text, onText, ...rest }: KindProps) {
  return (
    <>
      <TextInput
        {...rest}
        {...described(id, rest['aria-describedby'])}
        id={id}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onBlur={() => {
          const minutes = minutesOf(text)
          if (minutes !== undefined) onText(durationText(minutes))
        }}
      />
      <Note id={id}>{translate('Like 1 h 30 min, 1:30, or 90 for minutes.')}</Note>
    </>
  )
}

/** A colour, typed, or picked with the browser's own picker. */
function ColourInput({ text, onText, ...rest }: KindProps) {
  const whole = spelledOut(text)
  return (
    <TextInput
      {...rest}
      dir="ltr"
      spellCheck={false}
      placeholder="#1a73e8"
      value={text}
      onChange={({ target }) => onText(target.value)}
      onBlur={() => whole !== undefined && whole !== text && onText(whole)}
      prefix={
        <input
          type="color"
          className={css.swatch}
          aria-label={translate('Pick from a palette')}
          value={whole ?? '#ffffff'}
          onChange={({ target }) => onText(target.value)}
        />
      }
    />
  )
}

/** '#1a73e8' of '1A73E8' or '#fa0'; undefined of what is no colour. */
function spelledOut(text: string): string | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
  return digits && `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}

/** The address of a picture, and the picture below it: once the field was left, for half an address is another one. */
function ImageInput({ id, text, onText, ...rest }: KindProps) {
  const [isTyping, setTyping] = useState(false)
  const [failed, setFailed] = useState<string>()
  const address = text.trim()
  const isAddress = !isTyping && /^(https?:\/\/|\/(?!\/))/.test(address)
  return (
    <>
      <TextInput
        {...rest}
        {...described(id, rest['aria-describedby'])}
        id={id}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={text}
        onChange={({ target }) => {
          setTyping(true)
          onText(target.value)
        }}
        onBlur={() => setTyping(false)}
      />
      {isAddress && address !== failed ? (
        <img
          className={css.picture}
          src={address}
          alt={translate('Preview')}
          onError={() => setFailed(address)}
        />
      ) : null}
      <Note id={id}>
        {isAddress && address === failed
          ? translate('No picture can be shown from this address.')
          : null}
      </Note>
    </>
  )
}

/** Any JSON, as text. Once it is left it is laid out, or the line that is wrong is named. */
function JsonInput({ id, text, onText, ...rest }: KindProps) {
  const [left, setLeft] = useState<string>()
  const value = left === text ? parsedJson(text) : undefined
  return (
    <>
      <Input.TextArea
        {...rest}
        {...described(id, rest['aria-describedby'])}
        id={id}
        className={css.json ?? ''}
        autoSize={{ minRows: 3, maxRows: 10 }}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={({ target }) => onText(target.value)}
        onBlur={() => {
          const parsed = parsedJson(text)
          const laidOut = parsed instanceof Unparsed ? text : writtenJson(parsed)
          setLeft(laidOut)
          if (laidOut !== text) onText(laidOut)
        }}
      />
      <Note id={id}>
        {value instanceof Unparsed
          ? translate('Line {line} is not JSON.', { line: faultLine(value.text) })
          : translate('JSON, like {example}', { example: '{"key": "value"}' })}
      </Note>
    </>
  )
}
