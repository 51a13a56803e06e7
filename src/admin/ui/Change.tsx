import type { CSSProperties } from 'react'
import { type Compared, changeOf } from '#admin/format/change.ts'

interface Props extends Compared {
  now: number | null | undefined
  before: number | null | undefined
}

/** Drawn: fonts have no such mark, and each system would lend another. */
const SHAPE = {
  up: <Triangle points="0,8 4,0 8,8" />,
  down: <Triangle points="0,0 4,8 8,0" />,
  same: '=',
  scarce: '',
} as const

/** Its place may set the size: --change-size and --change-line. */
const CHANGE: CSSProperties = {
  display: 'inline-block',
  position: 'relative',
  color: 'var(--muted)',
  fontSize: 'var(--change-size, 12px)',
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: 'var(--change-line, 20px)',
  unicodeBidi: 'plaintext',
  whiteSpace: 'nowrap',
}
const STYLES: Readonly<Record<keyof typeof SHAPE, CSSProperties>> = {
  up: { color: 'var(--tone-green-text)' },
  down: { color: 'var(--tone-red-text)' },
  same: {},
  // A sentence may wrap in a narrow row.
  scarce: { whiteSpace: 'normal' },
}

/** A figure against the period before: a shape, a signed percent, and a sentence for screen readers. */
export function Change({ now, before, ...compared }: Props) {
  const change = changeOf(now, before, compared)
  if (!change) return null
  const { direction, text, words } = change
  return (
    <span style={{ ...CHANGE, ...STYLES[direction] }} data-direction={direction} title={words}>
      <span aria-hidden="true">
        {SHAPE[direction]} {text}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  )
}

function Triangle({ points }: { points: string }) {
  return (
    <svg viewBox="0 0 8 8" width="0.6em" height="0.6em" aria-hidden="true">
      <polygon points={points} fill="currentColor" />
    </svg>
  )
}
