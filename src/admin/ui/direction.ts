/** Returns whether the page is right to left, by `<html dir>`. */
export function isRightToLeft(): boolean {
  return document.dir === 'rtl'
}

/** A side as it is for who reads from left to right: there 'right' is onwards. Every other one stays as it is. */
export function alongReading<Side extends string>(side: Side): Side {
  const other: Record<string, string> = { left: 'right', right: 'left' }
  return ((isRightToLeft() && other[side]) || side) as Side
}
