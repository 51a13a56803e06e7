import { noSigns, noteSigns } from './conventions.ts'
import type { KeptColumn, Signs } from './kept-imports.ts'
import { type FileRow, shortened } from './reading/parsed-rows.ts'

const MOST = 3
/** In so many rows values are looked for. */
const ROWS = 200

/**
 * Gathers some values of each column, different ones, by which its author knows it again; and what all of its texts
 * show of how numbers and dates are written.
 */
export function samplesOf() {
  const columns: Set<string>[] = []
  const signs: Signs[] = []
  let left = ROWS
  return {
    see(rows: readonly FileRow[]): void {
      for (const { cells } of rows)
        for (const [at, cell] of cells.entries()) {
          signs[at] ??= noSigns()
          if (typeof cell === 'string') noteSigns(signs[at], cell)
        }
      for (const { cells } of rows.slice(0, left))
        for (const [at, cell] of cells.entries()) {
          columns[at] ??= new Set()
          const text = String(cell).trim()
          if (text !== '' && columns[at].size < MOST) columns[at].add(shortened(text))
        }
      left = Math.max(0, left - rows.length)
    },
    of: (at: number): Pick<KeptColumn, 'sample' | 'signs'> => ({
      sample: [...(columns[at] ?? [])],
      signs: signs[at],
    }),
  }
}
