import { LONGEST_SEARCH } from '#model/search.ts'

// What is wrong with a parameter's text, in words that stand after its name; undefined when nothing is.

/** The one value of the parameter `deleted`. */
export const IS_DELETED = 'true'

export function deletedFault(text: string): string | undefined {
  return text === IS_DELETED ? undefined : `must be ${IS_DELETED}`
}

export function idsFault(text: string, most: number): string | undefined {
  const ids = text.split(',', most + 1)
  return ids.length > most || ids.includes('')
    ? `takes 1 to ${most} ids, separated by commas`
    : undefined
}

/** Of a whole number from 1. */
export function numberFault(text: string, most: number): string | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number < 1 || number > most ? `must be a whole number from 1 to ${most}` : undefined
}

export function searchFault(text: string): string | undefined {
  return text.length > LONGEST_SEARCH ? `may have at most ${LONGEST_SEARCH} characters` : undefined
}
