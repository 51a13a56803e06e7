import type { CSSProperties } from 'react'
import { encode } from 'uqr'

/** What surrounds the code so that a camera finds it, in squares. */
const QUIET = 4

const CODE: CSSProperties = {
  flex: 'none',
  width: 176,
  background: '#fff',
  fill: '#000',
  shapeRendering: 'crispEdges',
  forcedColorAdjust: 'none',
}

/** A text for a camera. It is dark on white in every theme, for many readers see nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])),
  )
  const whole = size + 2 * QUIET
  return (
    <svg style={CODE} viewBox={`0 0 ${whole} ${whole}`} role="img" aria-label={label}>
      <path d={squares.join('')} />
    </svg>
  )
}
