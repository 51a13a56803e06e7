/**
 * The link that opens a letter to an address. Nothing of the address may add to the letter's other
 * headers, and one with half a character, which no URL can hold, does not throw (WIRE-02).
 */
export function letterTo(address: string): string {
  return `mailto:${encodeURIComponent(address.toWellFormed()).replaceAll('%40', '@')}`
}
