import { translate } from '#admin/format/translate.ts'
import { isObject } from '#model/paths.ts'
import { titled } from '#model/words.ts'

/** What stands in entries for the machine alone. */
const UNSAID: readonly string[] = ['_id', 'id', 'order']
const TITLES: readonly string[] = ['title', 'name', 'type']

/** A value of any depth as lines of text: an entry by its number and title, and below it what else it holds. */
export function linesOf(value: unknown, nameOf: (id: string) => string, indent = ''): string[] {
  if (Array.isArray(value)) {
    if (value.every((one) => !isObject(one))) return [`${indent}${value.map(say).join(', ')}`]
    return value.flatMap((entry, index) => entryLines(entry, index, indent))
  }
  return isObject(value) ? pairs(value, UNSAID, indent) : [`${indent}${say(value)}`]

  function entryLines(entry: unknown, index: number, before: string): string[] {
    if (!isObject(entry)) return [`${before}${index + 1}. ${say(entry)}`]
    const key = TITLES.find((one) => typeof entry[one] === 'string' && entry[one] !== '')
    const title = key === undefined ? translate('Without a title') : say(entry[key])
    const rest = pairs(entry, key === undefined ? UNSAID : [...UNSAID, key], `${before}   `)
    return [`${before}${index + 1}. ${title}`, ...rest]
  }

  function pairs(entry: Record<string, unknown>, without: readonly string[], before: string) {
    return Object.entries(entry).flatMap(([key, one]) => {
      if (without.includes(key) || isNothing(one)) return []
      const label = `${before}${translate(titled(key))}:`
      const isPlain = Array.isArray(one) ? one.every((part) => !isObject(part)) : !isObject(one)
      if (isPlain) return [`${label} ${[one].flat().map(say).join(', ')}`]
      return [label, ...linesOf(one, nameOf, `${before}   `)]
    })
  }

  function say(one: unknown): string {
    if (typeof one === 'string') return nameOf(one)
    if (typeof one === 'boolean') return translate(one ? 'Yes' : 'No')
    return one === undefined || one === null ? '–' : String(one)
  }
}

/** Whether there is nothing to show of a value. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return Array.isArray(value) && value.length === 0
}
