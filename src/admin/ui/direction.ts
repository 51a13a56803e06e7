/** Returns whether the page is right to left, by `<html dir>`. */
export function isRightToLeft(): boolean {
  return document.dir === 'rtl'
}

/** Mirrors left and right in right-to-left pages. Other sides are returned unchanged. */
export function alongReading<Side extends string>(side: Side): Side {
  const other: Record<string, string> = { left: 'right', right: 'left' }
  return ((isRightToLeft() && other[side]) || side) as Side
}
