import type { CSSProperties } from 'react'

/** How many characters a text has, for the style sheet, which makes it as large as its place allows. */
export function lettersOf(text: string): CSSProperties {
  const style: CSSProperties & Record<'--letters', number> = { '--letters': text.length }
  return style
}
