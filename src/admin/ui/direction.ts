/** Whether the page is read from right to left, as `<html dir>` says. */
export function isRightToLeft(): boolean {
  return document.dir === 'rtl'
}

const OTHER: Readonly<Record<string, string>> = {
  left: 'right',
  right: 'left',
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
}

/**
 * A side, or the arrow key that points there, as it is for who reads from left to right: there 'right' is onwards.
 * Everything else stays as it is.
 */
export function alongReading<Side extends string>(side: Side): Side {
  return ((isRightToLeft() && OTHER[side]) || side) as Side
}
