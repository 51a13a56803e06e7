import { parse } from 'csv-parse/sync'
import readWorkbook from 'read-excel-file/node'

export type Sheets = Record<string, unknown[][]>

/** A CSV file as an independent reader sees it: records by the header's names. Throws when it is none. */
export function readCsv(bytes: Buffer): { header: string[]; records: Record<string, string>[] } {
  const options = { bom: true, recordDelimiter: '\r\n' }
  const [header = []] = parse(bytes, { ...options, to: 1 }) as string[][]
  return {
    header,
    records: parse(bytes, { ...options, columns: true }) as Record<string, string>[],
  }
}

/** A workbook as an independent reader sees it: the cells of each sheet, with their types. */
export async function readSheets(bytes: Buffer): Promise<Sheets> {
  const sheets = await readWorkbook(bytes, { trim: false })
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data as unknown[][]]))
}

/**
 * The pieces of a CSV file that a spreadsheet would run, whatever separator it is told, with quotes and without:
 * those that begin with a sign, after what it may skip, and are no number.
 */
export function runningPieces(file: string): string[] {
  const separators = [',', ';', '\t', '|']
  const options = { bom: true, relax_quotes: true, relax_column_count: true }
  const quoted = separators.flatMap((delimiter) =>
    (parse(file, { ...options, delimiter }) as string[][]).flat(),
  )
  const naive = [...separators, /[;,|\t]/].flatMap((separator) =>
    file.split(/[\r\n]/).flatMap((line) => line.split(separator)),
  )
  return [...quoted, ...naive].filter(
    (piece) => RUNS.test(piece) && !/^-?\d+(\.\d+)?$/.test(piece.trim()),
  )
}
const RUNS = /^["\s\p{C}\p{Z}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u
