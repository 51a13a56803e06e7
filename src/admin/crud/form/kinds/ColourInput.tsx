import { translate } from '#admin/format/translate.ts'
import { TextInput } from '#admin/ui/TextInput.tsx'
import type { KindProps } from './KindInput.tsx'
import css from './kinds.module.css'

/** A colour, typed, or picked with the browser's own picker. */
export function ColourInput({ text, onText, ...rest }: KindProps) {
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
        <span className={css.swatch} data-none={whole === undefined}>
          <input
            type="color"
            aria-label={translate('Pick from a palette')}
            value={whole ?? '#ffffff'}
            onChange={({ target }) => onText(target.value)}
          />
        </span>
      }
    />
  )
}

/** '#1a73e8' of '1A73E8' or '#fa0'; undefined of what is no colour. */
function spelledOut(text: string): string | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
  return digits && `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}
