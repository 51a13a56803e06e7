import type { Column, Row } from './export-file.ts'

/** Without it, spreadsheets read UTF-8 as a local encoding. */
const BYTE_ORDER_MARK = '\uFEFF'
/** Signs that begin a formula, in ASCII, full width and small. */
const SIGN = '=+\\-@＝＋－＠﹦﹢﹣﹫'
/** Characters after which a cell can begin, whatever the separator of the spreadsheet. */
const BREAK = ';,|\\p{Cc}\\p{Zl}\\p{Zp}'
/** Characters that a spreadsheet can skip at the start of a cell: quotes, spaces, and invisible ones. */
const SKIPPED = '"\\p{Zs}\\p{Cf}\\p{Default_Ignorable_Code_Point}'
/** No character is in two of these classes, so that matching takes linear time. */
const RUNNING = new RegExp(`(^|[${BREAK}])([${SKIPPED}]*)(?='*[${SIGN}])`, 'gu')
/** A fast check: ids and addresses have their signs between letters and digits. */
const MAY_RUN = new RegExp(`(?<![A-Za-z0-9])[${SIGN}]`)
const BEGINS = new RegExp(`^[${BREAK}${SKIPPED}]*[${SIGN}]`, 'u')
const NEEDS_QUOTES = /[",\r\n]/

/** Returns whether a spreadsheet would read this text as a formula when its cell is edited. */
export function looksLikeFormula(text: string): boolean {
  return BEGINS.test(text)
}

/**
 * Adds an apostrophe before each sign that a spreadsheet could read as a formula, whether it splits the file at commas,
 * semicolons, TABs, bars or lines. Removing one apostrophe at each such place restores the text.
 */
export function inert(text: string): string {
  return MAY_RUN.test(text) ? text.replace(RUNNING, "$1$2'") : text
}

/** Reverts `inert`. */
export function withoutMarks(text: string): string {
  return text.includes("'") ? text.replace(MARKED, '$1$2') : text
}
const MARKED = new RegExp(`(^|[${BREAK}])([${SKIPPED}]*)'(?='*[${SIGN}])`, 'gu')

/** Other kinds of columns cannot contain formulas. */
const WORDS: ReadonlySet<Column['kind'] | undefined> = new Set(['text', 'json'])

/** Returns the first line, by RFC 4180. */
export function csvHead(columns: readonly Column[]): string {
  return `${BYTE_ORDER_MARK}${columns.map(({ key }) => quoted(key)).join(',')}\r\n`
}

/** Returns lines with inert texts. Numbers stay numbers. */
export function csvLines(columns: readonly Column[], rows: readonly Row[]): string {
  let lines = ''
  for (const row of rows) {
    for (let index = 0; index < columns.length; index += 1) {
      if (index > 0) lines += ','
      const cell = row[index]
      if (cell === null || cell === undefined) continue
      lines +=
        typeof cell === 'number' || !WORDS.has(columns[index]?.kind)
          ? String(cell)
          : quoted(inert(cell))
    }
    lines += '\r\n'
  }
  return lines
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
