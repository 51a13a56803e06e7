/**
 * Parses a typed number: digits with at most one point or comma before the decimals. Returns undefined for other
 * texts and for possible thousands separators: '1,000', '1.500' and '1.000,5' are refused.
 */
export function typedNumber(text: string): number | undefined {
  const typed = text.trim()
  if (!PLAIN.test(typed) || THOUSANDS.test(typed)) return undefined
  // JavaScript numbers keep 15 significant digits.
  if (typed.replace(/^-?[0.,]+|\D/g, '').length > 15) return undefined
  return Number(typed.replace(',', '.'))
}

const PLAIN = /^-?(?:\d+(?:[.,]\d+)?|[.,]\d+)$/
/** A point is ambiguous only before a last decimal 0: the console writes points itself, but never that 0. */
const THOUSANDS = /^-?[1-9]\d{0,2}(?:,\d{3}|\.\d\d0)$/
