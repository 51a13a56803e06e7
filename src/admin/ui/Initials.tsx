import type { CSSProperties } from 'react'

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const VISIBLE = /[\p{L}\p{N}]/u

/** A user's initials in a disc, beside the name; grey without a user. The parent may set the size. */
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

/** The first grapheme, so that an accent stays with its letter, of the first and the last word; '?' without any. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => VISIBLE.test(word))
  const firsts = [...words.slice(0, 1), ...words.slice(1).slice(-1)].map(
    (word) => [...letters.segment(word)].find(({ segment }) => VISIBLE.test(segment))?.segment,
  )
  return firsts.join('').toLocaleUpperCase() || '?'
}
