/** The longest body that is read, in bytes, and so the longest text that is ever stored. */
export const LONGEST_BODY = 1_048_576
/** Values that a body of JSON may hold. A batch of 1,000 events has 8,000; a megabyte has room for 350,000 `{}`. */
export const MOST_VALUES = 20_000
/** Keys of one object: each copy of an object with many costs as much as parsing it. */
export const MOST_KEYS = 1000
/** Levels that it may be nested. The configuration of a widget, the deepest that is kept, has 20 of its own. */
export const DEEPEST = 64

const [QUOTE, COMMA, BACKSLASH, OBJECT, LIST, END_OF_OBJECT, END_OF_LIST] = Array.from(
  '",\\{[}]',
  (character) => character.charCodeAt(0),
)

/**
 * Looks over a body before it is parsed, in one pass: what parsing and checking cost is set by how many values
 * it holds and how they lie, more than by its bytes. Gives what is too much, in words, or undefined. Whether it
 * is JSON at all is the parser's to say.
 */
export function excessIn(json: string): string | undefined {
  let values = 1
  /** How many keys each open object has had; for a list, and for the body itself, no number that grows. */
  const keys: number[] = [Number.NEGATIVE_INFINITY]
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfText(json, at)
    else if (code === COMMA) {
      values += 1
      const level = keys.length - 1
      keys[level] = (keys[level] ?? 0) + 1
      if ((keys[level] ?? 0) > MOST_KEYS)
        return `An object of the body has more than ${inWords(MOST_KEYS)} keys.`
    } else if (code === OBJECT || code === LIST) {
      // The first value in it; those that follow have a comma each.
      values += 1
      keys.push(code === OBJECT ? 1 : Number.NEGATIVE_INFINITY)
      if (keys.length > DEEPEST + 1) return `The body is nested deeper than ${DEEPEST} levels.`
    } else if (code === END_OF_OBJECT || code === END_OF_LIST) keys.pop()
    if (values > MOST_VALUES) return `The body holds more than ${inWords(MOST_VALUES)} values.`
  }
  return undefined
}

/** Where the text that begins at a quote ends. */
function endOfText(json: string, from: number): number {
  let at = from + 1
  while (at < json.length && json.charCodeAt(at) !== QUOTE)
    at += json.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

function inWords(count: number): string {
  return count.toLocaleString('en')
}
