/** A text where JSON was expected, so that its schema can refuse it: a text alone would be JSON as well. */
export class Unparsed {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toJSON() {
    return this.text
  }
}

/** What a typed JSON text says; undefined for an empty one. */
export function parsedJson(text: unknown): unknown {
  if (typeof text !== 'string') return text
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return new Unparsed(text)
  }
}

/** A JSON value as it is edited; '' for none. */
export function writtenJson(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
}
