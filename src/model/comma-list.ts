import { trimUnseen } from './clean-text.ts'

/** Separators of a typed list: the commas of Latin, Chinese, Japanese and Arabic script. */
const COMMA = /[,，、､،]/u

/** 'a, b，،c ' gives a, b, c: split on commas, trimmed, empties dropped. Doubles stay. */
export function splitAtCommas(text: string): string[] {
  return text
    .split(COMMA)
    .map(trimUnseen)
    .filter((one) => one !== '')
}
