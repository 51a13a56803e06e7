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
