import { Input } from 'antd'
import { useState } from 'react'
import { instantOf, localTime } from '#admin/format/local-time.ts'
import { translate } from '#admin/format/translate.ts'
import { parsedJson, Unparsed, writtenJson } from '#admin/providers/adapters/draft.ts'
import { NativeInput } from '#admin/ui/NativeInput.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { durationText, minutesOf } from '#model/duration.ts'
import type { Controlled } from './FieldItem.tsx'
import css from './KindInput.module.css'

/** A control of a value that is edited as a text. */
interface KindProps extends Omit<Controlled, 'value' | 'onChange'> {
  text: string
  onText: (text: string) => void
}

const INPUTS = {
  date: DateInput,
  dateTime: DateTimeInput,
  duration: DurationInput,
  colour: ColourInput,
  image: ImageInput,
  json: JsonInput,
}

/** The control of a kind whose code is loaded when a form needs it. */
export function KindInput({ kind, ...rest }: KindProps & { kind: keyof typeof INPUTS }) {
  const KindOfInput = INPUTS[kind]
  return <KindOfInput {...rest} />
}

function DateInput({ text, onText, ...rest }: KindProps) {
  return <NativeInput {...rest} type="date" max="9999-12-31" value={text} onValue={onText} />
}

/** A moment, typed and shown in the browser's time zone; its value is UTC. */
function DateTimeInput({ text, onText, ...rest }: KindProps) {
  const [own, setOwn] = useState({ value: '', typed: '' })
  return (
    <NativeInput
      {...rest}
      type="datetime-local"
      // Four digits for the year, so that typing goes on to the next part behind them.
      max="9999-12-31T23:59"
      // What was typed last stays as it was typed.
      value={own.value === text ? own.typed : localTime(text) || text}
      onValue={(typed) => {
        const value = instantOf(typed)
        setOwn({ value, typed })
        onText(value)
      }}
    />
  )
}

/** A length of time, typed in any of the usual ways; normalised when the field is left. */
function DurationInput({ text, onText, ...rest }: KindProps) {
  return (
    <TextInput
      {...rest}
      value={text}
      onChange={({ target }) => onText(target.value)}
      onBlur={() => {
        const minutes = minutesOf(text)
        if (minutes !== undefined) onText(durationText(minutes))
      }}
    />
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

/** The address of a picture, with the picture below it once the field was left. */
function ImageInput({ text, onText, ...rest }: KindProps) {
  const [shown, setShown] = useState(text)
  return (
    <>
      <TextInput
        {...rest}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={text}
        onChange={({ target }) => onText(target.value)}
        onBlur={() => setShown(text)}
      />
      {shown === text && /^(https?:\/\/|\/(?!\/))/.test(text.trim()) ? (
        <img className={css.picture} src={text.trim()} alt={translate('Preview')} />
      ) : null}
    </>
  )
}

/** Any JSON, as text, which is laid out when the field is left. */
function JsonInput({ text, onText, ...rest }: KindProps) {
  return (
    <Input.TextArea
      {...rest}
      className={css.json ?? ''}
      autoSize={{ minRows: 3, maxRows: 10 }}
      dir="ltr"
      spellCheck={false}
      autoComplete="off"
      value={text}
      onChange={({ target }) => onText(target.value)}
      onBlur={() => {
        const parsed = parsedJson(text)
        if (parsed instanceof Unparsed) return
        const laidOut = writtenJson(parsed)
        if (laidOut !== text) onText(laidOut)
      }}
    />
  )
}
