import { type MouseEvent, useEffect, useRef } from 'react'
import css from './Checkbox.module.css'

/** The browser's own check box, in a target of its own size. It tells whether Shift was held, too. */
export function Checkbox({
  label,
  words,
  isOn,
  isPartly = false,
  onToggle,
}: {
  /** What it is called. */
  label: string
  /** The same, written beside it. */
  words?: string | undefined
  isOn: boolean
  /** Of those it stands for some are on, and some are not. */
  isPartly?: boolean
  onToggle: (isOn: boolean, hasShift: boolean) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = isPartly
  }, [isPartly])
  return (
    // Shift with the pointer would mark the texts between.
    <label className={css.target} data-named={words !== undefined} onMouseDown={keepTexts}>
      <input
        ref={input}
        type="checkbox"
        className={css.box}
        aria-label={label}
        checked={isOn}
        onChange={({ target, nativeEvent }) =>
          onToggle(target.checked, (nativeEvent as globalThis.MouseEvent).shiftKey === true)
        }
      />
      {words}
    </label>
  )
}

function keepTexts(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault()
}
