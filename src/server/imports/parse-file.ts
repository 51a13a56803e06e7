import { type ImportFormat, MOST_BYTES, MOST_JSON_BYTES } from '#contract/imports.ts'
import { fileTooLarge } from '#server/http/refusal.ts'
import type { FileRows, Matching, ReadingChoice } from './file-rows.ts'
import { csvRows } from './parse-csv.ts'
import { jsonRows } from './parse-json.ts'
import { workbookRows } from './parse-xlsx.ts'

/** A file to be imported. */
export interface GivenFile extends ReadingChoice {
  name: string
  format: ImportFormat
  bytes: AsyncIterable<Buffer>
}

/** Reads a file by its format: CSV while it comes in, JSON and workbooks as a whole. Throws 413 when it is too large. */
export function readFile({ format, bytes, ...choice }: GivenFile, matching: Matching): FileRows {
  const counted = limited(bytes, mostBytesOf(format))
  switch (format) {
    case 'csv':
      return csvRows(counted, choice, matching)
    case 'json':
      return jsonRows(counted, choice, matching)
    case 'xlsx':
      return workbookRows(counted, choice, matching)
  }
}

/** The most bytes of a file of this format. */
export function mostBytesOf(format: ImportFormat): number {
  return format === 'json' ? MOST_JSON_BYTES : MOST_BYTES
}

async function* limited(bytes: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > most) throw fileTooLarge(most)
    yield chunk
  }
}
