import { encode } from 'uqr'
import css from './QrCode.module.css'

/** What surrounds the code so that a camera finds it, in squares. */
const QUIET = 4

/** A text for a camera. It is dark on white in every theme, for many readers see nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])),
  )
  const whole = size + 2 * QUIET
  return (
    <svg className={css.code} viewBox={`0 0 ${whole} ${whole}`} role="img" aria-label={label}>
      <path d={squares.join('')} />
    </svg>
  )
}
