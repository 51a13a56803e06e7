import { Input } from 'antd'
import { type SyntheticEvent, useState } from 'react'
import { instantOf, localTime } from '#admin/format/local-time.ts'
import { translate } from '#admin/format/translate.ts'
import { durationText, minutesOf } from '#model/duration.ts'
import type { Controlled } from './FieldItem.tsx'
import css from './KindInput.module.css'

/** A control of a value that is edited as a text. */
interface KindProps extends Omit<Controlled, 'value' | 'onChange'> {
  text: string
  onText: (text: string) => void
}

const INPUTS = {
  date: DayInput,
  dateTime: DateTimeInput,
  duration: DurationInput,
  colour: ColourInput,
  image: ImageInput,
}

/** The control of a kind. Its code loads when a form needs it. */
export function KindInput({ kind, ...rest }: KindProps & { kind: keyof typeof INPUTS }) {
  const KindOfInput = INPUTS[kind]
  return <KindOfInput {...rest} />
}

/** Value of a partly filled control, such as a day without its year. Browsers report it as empty. */
const INCOMPLETE = '?'

/** A native control for days and times. */
function DayInput({ text, onText, ...rest }: KindProps & { type?: string; max?: string }) {
  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const next = currentTarget.validity.badInput ? INCOMPLETE : currentTarget.value
    if (next !== text) onText(next)
  }
  return (
    <Input
      type="date"
      max="9999-12-31"
      dir="ltr"
      autoComplete="off"
      // The picker's icon would make it taller than other fields.
      style={{ height: 'var(--control)' }}
      {...rest}
      value={text === INCOMPLETE ? '' : text}
      onChange={read}
      // Browsers fire no change event for an incomplete value.
      onKeyUp={read}
      onBlur={read}
    />
  )
}

/** A moment, typed and shown in the browser's time zone; its value is UTC. */
function DateTimeInput({ text, onText, ...rest }: KindProps) {
  return (
    <DayInput
      {...rest}
      type="datetime-local"
      // Limits the year to four digits, so that typing moves on to the next part.
      max="9999-12-31T23:59"
      text={localTime(text) || text}
      onText={(typed) => onText(instantOf(typed))}
    />
  )
}

/** A duration in any usual format, normalized on blur. */
function DurationInput({ text, onText, ...rest }: KindProps) {
  return (
    <Input
      dir="auto"
      autoComplete="off"
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

/** A colour, typed or picked with the native picker. */
function ColourInput({ text, onText, ...rest }: KindProps) {
  return (
    <Input
      autoComplete="off"
      {...rest}
      dir="ltr"
      spellCheck={false}
      placeholder="#1a73e8"
      value={text}
      onChange={({ target }) => onText(target.value)}
      prefix={
        <input
          type="color"
          className={css.swatch}
          aria-label={translate('Choose from a palette')}
          value={/^#[0-9a-f]{6}$/i.test(text) ? text : '#ffffff'}
          onChange={({ target }) => onText(target.value)}
        />
      }
    />
  )
}

/** The address of an image, with a preview after blur. */
function ImageInput({ text, onText, ...rest }: KindProps) {
  const [shown, setShown] = useState(text)
  return (
    <>
      <Input
        dir="auto"
        autoComplete="off"
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
