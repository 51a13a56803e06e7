import { randomInt } from 'node:crypto'

/** So many are made at once. */
const COUNT = 10
/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Three times four letters: about 59 bits. */
const [GROUPS, OF_A_GROUP] = [3, 4]

/** Codes to be kept on paper. */
export function newRecoveryCodes(): string[] {
  const group = () =>
    Array.from({ length: OF_A_GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const code = () => Array.from({ length: GROUPS }, group).join('-')
  return Array.from({ length: COUNT }, code)
}

/** A code as it was made, however it was typed: case, spaces and hyphens do not matter. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, '')
}
