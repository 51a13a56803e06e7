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

/** The line in which a text stops being JSON, counted from 1. */
export function faultLine(text: string): number {
  const lines = text.split('\n')
  try {
    JSON.parse(text)
  } catch (error) {
    // Browsers say the place in their own words: 'line 3 column 5', or 'position 34' of the text.
    const said = String(error)
    const line = /line (\d+)/.exec(said)?.[1]
    const place = /position (\d+)/.exec(said)?.[1]
    if (line !== undefined) return Number(line)
    if (place !== undefined) return text.slice(0, Number(place)).split('\n').length
  }
  return lines.length
}
