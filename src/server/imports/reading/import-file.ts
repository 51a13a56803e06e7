import { type ImportFormat, MOST_BYTES } from '#contract/imports.ts'
import { fileTooLarge } from '#server/http/refusal.ts'
import { csvRows } from './parse-csv.ts'
import { jsonRows } from './parse-json.ts'
import { workbookRows } from './parse-workbook.ts'
import type { FileRows, Matching, ReadingChoice } from './parsed-rows.ts'

/** A file to be imported. */
export interface GivenFile extends ReadingChoice {
  name: string
  format: ImportFormat
  bytes: AsyncIterable<Buffer>
}

/** Reads a file by its format while it comes in; a workbook has to be there as a whole. */
export function readFile({ format, bytes, ...chosen }: GivenFile, matching: Matching): FileRows {
  const counted = within(bytes)
  switch (format) {
    case 'csv':
      return csvRows(counted, chosen, matching)
    case 'json':
      return jsonRows(counted, chosen, matching)
    case 'xlsx':
      return whole(counted, chosen, matching)
  }
}

function whole(bytes: AsyncIterable<Buffer>, chosen: ReadingChoice, matching: Matching): FileRows {
  let rows: FileRows | undefined
  async function* pieces() {
    const all: Buffer[] = []
    for await (const chunk of bytes) all.push(chunk)
    rows = workbookRows(Buffer.concat(all), chosen, matching)
    yield* rows.pieces
  }
  return {
    pieces: pieces(),
    headers: () => rows?.headers() ?? [],
    reading: () => rows?.reading() ?? { preview: [] },
  }
}

async function* within(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > MOST_BYTES) throw fileTooLarge(MOST_BYTES)
    yield chunk
  }
}
