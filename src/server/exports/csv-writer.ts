import type { Column, Row } from './export-file.ts'

/** Without it spreadsheets take UTF-8 for the code page of their country. */
const BYTE_ORDER_MARK = '\uFEFF'
/** What begins a formula, in ASCII, full width and small. */
const SIGN = '=+\\-@＝＋－＠﹦﹢﹣﹫'
/** Where a cell may begin, whatever separator a spreadsheet is told: lines, TAB and all controls count. */
const BREAK = ';,|\\p{Cc}\\p{Zl}\\p{Zp}'
/** What it may skip before the first character of a cell: quotes, spaces, and what nobody sees. */
const SKIPPED = '"\\p{Zs}\\p{Cf}\\p{Default_Ignorable_Code_Point}'
/** No character is in two of these, so that a text of any length is read in one pass. */
const RUNNING = new RegExp(`(^|[${BREAK}])([${SKIPPED}]*)(?='*[${SIGN}])`, 'gu')
/** Ids and addresses have their signs between letters and digits: a quick look spares them the pass. */
const MAY_RUN = new RegExp(`(?<![A-Za-z0-9])[${SIGN}]`)
const BEGINS = new RegExp(`^[${BREAK}${SKIPPED}]*[${SIGN}]`, 'u')
const NEEDS_QUOTES = /[",\r\n]/

/** Whether a spreadsheet would take this text for a formula, once somebody edits it (ANA-03). */
export function looksLikeFormula(text: string): boolean {
  return BEGINS.test(text)
}

/**
 * The text with an apostrophe before each sign that a spreadsheet would run, whether it splits the file at
 * commas, semicolons, TABs, bars or lines (ANA-03, EDGE-05). Apostrophes that stand before such a sign count
 * as its own: whoever takes one away at each such place has the text as it was.
 */
export function inert(text: string): string {
  return MAY_RUN.test(text) ? text.replace(RUNNING, "$1$2'") : text
}

/** The text as it was before `inert`. */
export function withoutMarks(text: string): string {
  return text.includes("'") ? text.replace(MARKED, '$1$2') : text
}
const MARKED = new RegExp(`(^|[${BREAK}])([${SKIPPED}]*)'(?='*[${SIGN}])`, 'gu')

/** What somebody wrote; all other kinds have no sign in them. */
const WORDS: ReadonlySet<Column['kind'] | undefined> = new Set(['text', 'json'])

/** The first line, by RFC 4180. */
export function csvHead(columns: readonly Column[]): string {
  return `${BYTE_ORDER_MARK}${columns.map(({ key }) => quoted(key)).join(',')}\r\n`
}

/** The lines of some rows. Texts are made inert; numbers stay numbers. */
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
