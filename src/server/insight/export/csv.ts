import type { Column, Row } from './table.ts'

/** Without it spreadsheets take UTF-8 for the code page of their country. */
const BYTE_ORDER_MARK = '\uFEFF'
/** What a spreadsheet runs as a formula, in ASCII and full width. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/
const NEEDS_QUOTES = /[",\r\n]/

/** Whether a spreadsheet would take this text for a formula (ANA-03). */
export function looksLikeFormula(text: string): boolean {
  return FORMULA.test(text)
}

/** The first line, by RFC 4180. */
export function csvHead(columns: readonly Column[]): string {
  return `${BYTE_ORDER_MARK}${columns.map(({ key }) => quoted(key)).join(',')}\r\n`
}

/** The lines of some rows. Texts that a spreadsheet would run get a leading ' (ANA-03); numbers stay numbers. */
export function csvLines(columns: readonly Column[], rows: readonly Row[]): string {
  let lines = ''
  for (const row of rows) {
    for (let index = 0; index < columns.length; index += 1) {
      if (index > 0) lines += ','
      const cell = row[index]
      if (cell === null || cell === undefined) continue
      lines +=
        typeof cell === 'number' || columns[index]?.kind !== 'text' ? String(cell) : textOf(cell)
    }
    lines += '\r\n'
  }
  return lines
}

function textOf(text: string): string {
  return quoted(looksLikeFormula(text) ? `'${text}` : text)
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
