import { trimUnseen } from './clean-text.ts'

/** Separators of a typed list: the commas of Latin, Chinese, Japanese and Arabic script. */
const COMMA = /[,，、､،]/u

/** Splits a text at commas, trims the entries and drops empty ones: 'a, b，،c ' gives a, b, c. Keeps duplicates. */
export function splitAtCommas(text: string): string[] {
  return text
    .split(COMMA)
    .map(trimUnseen)
    .filter((one) => one !== '')
}
