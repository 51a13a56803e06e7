import type { KeptRow } from '#server/store/kept-imports.ts'

/** A row as it stands in a file. */
export type FileRow = Pick<KeptRow, 'line' | 'cells' | 'damage'>

/** A file that is read once, by pieces. */
export interface FileRows {
  pieces: AsyncIterable<readonly FileRow[]>
  /** What the heads of its columns say, when all was read. */
  headers(): readonly string[]
}

/** So many rows make a piece. */
export const ROWS_OF_A_PIECE = 1000

/** What PostgreSQL cannot keep of a text is shown as what it is: a character that nobody can read. */
export function storable(text: string): string {
  return text.isWellFormed?.() === false || text.includes('\0')
    ? text.replace(UNSTORABLE, '\uFFFD')
    : text
}
const UNSTORABLE = /\0|\p{Surrogate}/gu
export const UNREADABLE = 'It holds characters that cannot be read.'
