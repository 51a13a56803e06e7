import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { offsetAt } from '#server/db/days.ts'
import { looksLikeFormula } from './csv-writer.ts'
import type { Column, Row, Table } from './export-file.ts'

export const LONGEST_TEXT = 32_767
/** Three times as fast as the default, for a few percent more bytes. */
const FAST = { compressionLevel: 1 }
const SHEET_END = '</sheetData></worksheet>'

/**
 * Writes a workbook sheet by sheet, so that memory does not grow with the rows. A failure destroys the stream, so that
 * a broken file never looks complete.
 * @param zone the time zone of moments.
 * @param mostRows of a sheet, including the heading. Further rows go to another sheet.
 */
export function workbook(tables: readonly Table[], zone: string, mostRows = 1_048_576): Readable {
  const zip = new ZipFile()
  // The types of yazl are incomplete.
  const output = zip.outputStream as PassThrough
  const closed = new AbortController()
  output.once('close', () => closed.abort())
  zip.on('error', (error: Error) => output.destroy(error))
  const names: string[] = []

  const writeTable = async ({ columns, title, pages }: Table) => {
    const rowXml = createRowXml(columns, zone)
    let count = 0
    const nextSheet = () => {
      const next = new PassThrough()
      names.push(sheetName(title, ++count))
      zip.addReadStream(next, `xl/worksheets/sheet${names.length}.xml`, FAST)
      next.write(sheetHead(columns, zone))
      return next
    }
    let sheet = nextSheet()
    let line = 1
    for await (const page of pages) {
      for (let rows = page; rows.length > 0; ) {
        if (line === mostRows) {
          sheet.end(SHEET_END)
          sheet = nextSheet()
          line = 1
        }
        const fitting = rows.slice(0, mostRows - line)
        rows = rows.slice(fitting.length)
        let xml = ''
        for (const row of fitting) xml += rowXml(row, ++line)
        if (!sheet.write(xml)) await once(sheet, 'drain', { signal: closed.signal })
      }
    }
    sheet.end(SHEET_END)
  }

  const write = async () => {
    for (const table of tables) await writeTable(table)
    for (const [path, xml] of Object.entries(partsOf(names)))
      zip.addBuffer(Buffer.from(HEAD + xml), path)
    zip.end()
  }
  write().catch((error: Error) => output.destroy(error))
  return output
}

const WIDTHS: { readonly [K in Column['kind']]?: number } = { text: 26, json: 26, moment: 21 }

/** The XML of a sheet up to its rows, with a frozen heading. */
function sheetHead(columns: readonly Column[], zone: string): string {
  const widths = columns.map(({ kind, label }, index) => {
    const width = Math.min(60, Math.max(WIDTHS[kind] ?? 14, label.length + 4))
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
  })
  // Cells have no time zone, so the heading of times names it.
  const cells = columns.map(({ kind, label }, index) =>
    textCell(`${letters(index)}1`, kind === 'moment' ? `${label} (${zone})` : label, STYLES.head),
  )
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData><row r="1">${cells.join('')}</row>`
}

/** All zones change their offset at multiples of this. */
const STEP_MS = 15 * 60_000

/** Returns a function that converts a row and its number into XML. */
function createRowXml(columns: readonly Column[], zone: string) {
  const places = columns.map(({ kind }, index) => ({ kind, letter: letters(index) }))
  let step = Number.NaN
  let offset = 0
  /** Rows in order mostly share their zone's offset. */
  const localTime = (at: number) => {
    if (Math.floor(at / STEP_MS) !== step) offset = offsetAt(at, zone)
    step = Math.floor(at / STEP_MS)
    return at + offset
  }

  const cellOf = (kind: Column['kind'], at: string, cell: string | number): string => {
    switch (kind) {
      case 'number':
        return numberCell(at, cell)
      case 'percent':
        // Rounded to one decimal: a plain division would show binary fractions.
        return numberCell(at, Math.round(Number(cell) * 10) / 1000, STYLES.percent)
      case 'day':
      case 'moment': {
        const time = Date.parse(kind === 'day' ? `${cell}T00:00:00Z` : String(cell))
        const serial = serialOf(kind === 'day' ? time : localTime(time))
        return serial ? numberCell(at, serial, STYLES[kind]) : textCell(at, String(cell))
      }
      case 'flag':
        return `<c r="${at}" t="b"><v>${cell === 'true' ? 1 : 0}</v></c>`
      default:
        return typeof cell === 'number' ? numberCell(at, cell) : textCell(at, cell)
    }
  }

  return (row: Row, line: number): string => {
    let cells = ''
    for (const [index, { kind, letter }] of places.entries()) {
      const cell = row[index]
      if (cell !== null && cell !== undefined && cell !== '')
        cells += cellOf(kind, `${letter}${line}`, cell)
    }
    return `<row r="${line}">${cells}</row>`
  }
}

function numberCell(at: string, value: string | number, style: number = STYLES.plain): string {
  return `<c r="${at}" s="${style}"><v>${value}</v></c>`
}

/** Returns a cell of type text, which spreadsheets never run as a formula, not even after an edit. */
function textCell(
  at: string,
  text: string,
  style: number = looksLikeFormula(text) ? STYLES.guarded : STYLES.plain,
): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

/** A, B … Z, AA … */
export function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last
}

/** Days from 30 December 1899, the workbook's zero, to 1970. */
const EPOCH = 25_569
/** Workbooks have a 29 February 1900: earlier days would be off by one. */
const FIRST = 61

/** Returns the workbook's number of a local time in milliseconds since 1970; undefined before March 1900. */
function serialOf(local: number): number | undefined {
  const days = local / 86_400_000 + EPOCH
  // Rounded up, because some readers truncate.
  return days >= FIRST ? Math.ceil(days * 1e9) / 1e9 : undefined
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu
/** Workbooks read this notation as the character of that number. */
const ESCAPE_LIKE = /_(?=x[0-9a-f]{4}_)/gi
const SPECIAL = /[&<>"\r]/g
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  // XML parsers convert a plain one to a line feed.
  '\r': '&#13;',
}
const PLAIN = /^[\w .,:@/+-]*$/

/** Returns the part of a text that fits in a workbook's cell, without half a surrogate pair at the end. */
export function keptInCell(text: string): string {
  return text.slice(0, LONGEST_TEXT).replace(FORBIDDEN, '')
}

/** Returns a text as the content of an XML element, without forbidden characters and cut to a cell's length. */
function xmlText(text: string): string {
  if (text.length <= LONGEST_TEXT && PLAIN.test(text) && !text.includes('_x')) return text
  return keptInCell(text)
    .replace(ESCAPE_LIKE, '_x005F_')
    .replace(SPECIAL, (character) => ENTITIES[character] ?? '')
}

/** Returns a sheet's name of at most 31 characters. `number` counts the sheets of one table from 1. */
export function sheetName(title: string, number = 1): string {
  const ending = number > 1 ? ` ${number}` : ''
  return title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31 - ending.length) + ending
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Returns the XML of all parts other than the sheets, by path. */
function partsOf(names: readonly string[]): Record<string, string> {
  const each = (xml: (id: number, name: string) => string) =>
    names.map((name, index) => xml(index + 1, xmlText(name))).join('')
  const link = (id: string | number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`
  const links = (all: string) =>
    `<Relationships xmlns="${PACKAGE}/relationships">${all}</Relationships>`
  const type = (path: string, kind: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${TYPE}.${kind}+xml"/>`
  return {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((id, name) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': links(
      each((id) => link(id, 'worksheet', `worksheets/sheet${id}.xml`)) +
        link('Styles', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': STYLES_XML,
    '_rels/.rels': links(link(1, 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('workbook', 'sheet.main')}${each((id) => type(`worksheets/sheet${id}`, 'worksheet'))}${type('styles', 'styles')}</Types>`,
  }
}

/** Indexes in `cellXfs` of STYLES_XML. */
const STYLES = { plain: 0, head: 1, day: 2, moment: 3, percent: 4, guarded: 5 } as const
const STYLES_XML = `<styleSheet xmlns="${MAIN}">
<numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="0.0%"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="6">
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>
</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`
