import type { ReactNode } from 'react'

/** Draws as many of a thing: placeholders, or texts that may be equal, which have no identity but their place. */
export function repeat(count: number, draw: (key: number) => ReactNode): ReactNode[] {
  return Array.from({ length: count }, (_, key) => draw(key))
}
