import { looksLikeFormula } from '../csv-writer.ts'
import type { Cell, Column, Row } from '../export-table.ts'
import { createSerials, serialOfDay } from './dates.ts'
import { STYLES } from './styles.ts'
import { xmlText } from './xlsx-text.ts'

/** Rows that a sheet holds, its heading included. */
export const MOST_ROWS = 1_048_576

const WIDTHS: Readonly<Record<Column['kind'], number>> = {
  text: 26,
  number: 14,
  percent: 14,
  day: 14,
  moment: 21,
  flag: 10,
  json: 26,
}
const MOST_WIDTH = 60
const SPACES = /^\s|\s$|[\n\t]| {2}/

/** The XML of a sheet up to its rows: the heading stays in sight. */
export function sheetHead(columns: readonly Column[], zone: string): string {
  const widths = columns.map((column, index) => {
    const width = Math.min(MOST_WIDTH, Math.max(WIDTHS[column.kind], column.label.length + 4))
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
  })
  const cells = columns.map((column, index) =>
    textCell(`${letters(index)}1`, STYLES.head, heading(column, zone)),
  )
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData><row r="1">${cells.join('')}</row>`
}

export const sheetTail = '</sheetData></worksheet>'

/** What stands above a column: cells have no time zone, so times say theirs here. */
function heading({ kind, label }: Column, zone: string): string {
  return kind === 'moment' ? `${label} (${zone})` : label
}

/** Makes the writer of rows: each with the number of its line, the first line being 1. */
export function createRowWriter(columns: readonly Column[], zone: string) {
  const serials = createSerials(zone)
  const places = columns.map((column, index) => ({ ...column, letter: letters(index) }))

  const cellOf = (kind: Column['kind'], at: string, cell: Cell): string => {
    if (typeof cell === 'number' && kind === 'text') return numberCell(at, STYLES.plain, cell)
    switch (kind) {
      case 'number':
        return numberCell(at, STYLES.plain, cell)
      case 'percent':
        // One decimal is all there is; a mere division would show what binary fractions are like.
        return numberCell(at, STYLES.percent, Math.round(Number(cell) * 10) / 1000)
      case 'day':
        return dateCell(at, STYLES.day, serialOfDay(String(cell)), cell)
      case 'moment':
        return dateCell(at, STYLES.moment, serials(String(cell)), cell)
      case 'flag':
        return `<c r="${at}" t="b"><v>${cell === 'true' ? 1 : 0}</v></c>`
      case 'text':
      case 'json':
        return wordsCell(at, String(cell))
    }
  }

  return (row: Row, line: number): string => {
    let cells = ''
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index]
      const cell = row[index]
      if (place && cell !== null && cell !== undefined && cell !== '')
        cells += cellOf(place.kind, `${place.letter}${line}`, cell)
    }
    return `<row r="${line}">${cells}</row>`
  }
}

function numberCell(at: string, style: number, value: Cell): string {
  return `<c r="${at}"${styled(style)}><v>${value}</v></c>`
}

function dateCell(at: string, style: number, serial: number | undefined, text: Cell): string {
  return serial === undefined ? wordsCell(at, String(text)) : numberCell(at, style, serial)
}

/** Typed as text, so that nothing is run; and what looks like a formula stays a text when it is edited. */
function wordsCell(at: string, text: string): string {
  return textCell(at, looksLikeFormula(text) ? STYLES.guarded : STYLES.plain, text)
}

function textCell(at: string, style: number, text: string): string {
  const preserve = SPACES.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${at}"${styled(style)} t="inlineStr"><is><t${preserve}>${xmlText(text)}</t></is></c>`
}

function styled(style: number): string {
  return style === STYLES.plain ? '' : ` s="${style}"`
}

/** A, B … Z, AA … */
export function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last
}
