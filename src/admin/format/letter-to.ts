interface Letter {
  subject?: string
  body?: string
}

/**
 * The link that opens a letter to an address. Nothing of the address may add to the letter's other
 * headers, and one with half a character, which no URL can hold, does not throw (WIRE-02).
 */
export function letterTo(address: string, { subject, body }: Letter = {}): string {
  const to = encoded(address).replaceAll('%40', '@')
  const parts = Object.entries({ subject, body }).flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}=${encoded(text)}`],
  )
  return `mailto:${to}${parts.length > 0 ? `?${parts.join('&')}` : ''}`
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
