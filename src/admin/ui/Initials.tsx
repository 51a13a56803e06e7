import type { CSSProperties } from 'react'
import { initialsOf } from '#admin/format/initials.ts'

const DISC: CSSProperties = {
  display: 'grid',
  flex: 'none',
  placeItems: 'center',
  width: 'var(--initials, 32px)',
  height: 'var(--initials, 32px)',
  borderRadius: '50%',
  background: 'var(--primary-tint)',
  color: 'var(--primary)',
  fontSize: 'var(--initials-type, 12px)',
  fontWeight: 600,
}
const QUIET: CSSProperties = { background: 'var(--hover)', color: 'var(--muted)' }

/** The initials of a person in a disc, beside the name; grey where there is no person. */
export function Initials({ of, isQuiet = false }: { of: string; isQuiet?: boolean }) {
  return (
    <span style={isQuiet ? { ...DISC, ...QUIET } : DISC} aria-hidden="true" translate="no">
      {initialsOf(of)}
    </span>
  )
}
