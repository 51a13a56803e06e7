/**
 * The number that a typed text writes: digits with at most one point or comma before the decimals. Undefined for all
 * else, also where a point or comma may separate thousands: '1,000', '1.500', and '1.000,5' are not read.
 */
export function typedNumber(text: string): number | undefined {
  const typed = text.trim()
  if (!PLAIN.test(typed) || THOUSANDS.test(typed)) return undefined
  // JavaScript numbers keep 15 significant digits.
  if (typed.replace(/^-?[0.,]+|\D/g, '').length > 15) return undefined
  return Number(typed.replace(',', '.'))
}

const PLAIN = /^-?(?:\d+(?:[.,]\d+)?|[.,]\d+)$/
/** With a point only where the last decimal is 0: the console itself writes a point, and never that 0. */
const THOUSANDS = /^-?[1-9]\d{0,2}(?:,\d{3}|\.\d\d0)$/
