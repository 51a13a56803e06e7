import type { CSSProperties } from 'react'
import { initialsOf } from '#admin/format/initials.ts'

/** A person's initials in a disc, beside their name; quiet without a person. Its place may set the size. */
export function Initials({ of, isQuiet = false }: { of: string; isQuiet?: boolean }) {
  return (
    <span style={isQuiet ? { ...DISC, ...QUIET } : DISC} aria-hidden="true" translate="no">
      {initialsOf(of)}
    </span>
  )
}

const DISC: CSSProperties = {
  ...{ display: 'var(--portrait, grid)', flex: 'none', placeItems: 'center' },
  marginBlock: 'var(--portrait-room, 0)',
  ...{ width: 'var(--initials, 32px)', height: 'var(--initials, 32px)', borderRadius: '50%' },
  ...{ background: 'var(--primary-tint)', color: 'var(--primary)' },
  ...{ fontSize: 'var(--initials-type, 12px)', fontWeight: 600 },
}
const QUIET: CSSProperties = { background: 'var(--hover)', color: 'var(--muted)' }
