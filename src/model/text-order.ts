const collator = new Intl.Collator('en', { numeric: true })

/**
 * Compares texts as the server's lists sort them (server/records/schema.ts): whatever their case, by letters,
 * then accents, and numbers in texts by value.
 */
export function compareTexts(one: string, other: string): number {
  return collator.compare(one.toLowerCase(), other.toLowerCase())
}
