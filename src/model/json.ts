/** How deep a JSON value may nest. */
const DEEPEST = 20

/** What is wrong with a value as JSON that is stored; undefined when nothing is. */
export function jsonFault(value: unknown, longest: number): string | undefined {
  if (!isJson(value, DEEPEST)) return 'must be JSON, like {"key": "value"}'
  if (JSON.stringify(value).length > longest) return `may have at most ${longest} characters`
  return undefined
}

/** Whether a value is made of what JSON has, in texts that can be stored, and nests no deeper. */
function isJson(value: unknown, levels: number): boolean {
  if (value === null || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || levels === 0) return false
  if (Array.isArray(value)) return value.every((one) => isJson(one, levels - 1))
  const made = Object.getPrototypeOf(value)
  if (made !== Object.prototype && made !== null) return false
  return Object.entries(value).every(([key, one]) => isStorable(key) && isJson(one, levels - 1))
}

/** Whether PostgreSQL can store a text: no NUL and no lone surrogate. */
export function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}
