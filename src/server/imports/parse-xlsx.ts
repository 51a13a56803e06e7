import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { invalid } from '#server/http/refusal.ts'
import type { TargetField } from './match-columns.ts'
import {
  BATCH_ROWS,
  type Cell,
  type Line,
  MOST_COLUMNS,
  type ParsedFile,
  parseTable,
  type ReadingChoice,
  storable,
  tooManyColumns,
} from './parse-file.ts'
import { errorIn, NO_RESULT, SOME_ERROR } from './row-to-body.ts'

/** Limits of the worker thread. */
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 }
const PATIENCE_MS = 120_000
/** Marks error cells. No workbook has this character in its texts. */
const ERROR_MARK = '\u0001'

const NO_SHEET = 'The workbook has no such sheet.'
const UNREADABLE = 'The workbook cannot be read. Save it anew, or its sheet as CSV.'
const TOO_LARGE = 'The workbook is too large to be read. Save its sheet as CSV, and import that.'
const MESSAGES: Readonly<Record<string, string>> = {
  'no-zip':
    'This is no Excel workbook (.xlsx), or a part of it is missing. Older .xls files have to be saved anew.',
  'no-workbook': 'This is no Excel workbook: the archive holds none.',
  'too-large': TOO_LARGE,
}

/** Messages of workbook-worker.mjs. */
type SheetInfo = Pick<ParsedFile['reading'], 'sheet' | 'sheets' | 'hiddenSheets'> & {
  width: number
}
type Batch = { rows: Cell[][]; isLast: boolean }

/**
 * Parses the chosen sheet of a workbook, or the first one that is not about an export. Runs in a worker thread: a file
 * that takes too much memory ends only that thread.
 */
export async function parseXlsx(
  bytes: Buffer,
  { sheet, headLine }: ReadingChoice,
  fields: readonly TargetField[],
): Promise<ParsedFile> {
  const workerData = { bytes, sheet, noResult: NO_RESULT, errorMark: '_x0001_' }
  const worker = new Worker(workerFile(), { resourceLimits: LIMITS, workerData })
  const timer = setTimeout(() => void worker.terminate(), PATIENCE_MS)
  let info: Partial<SheetInfo> = {}
  async function* lines(): AsyncGenerator<Line> {
    try {
      const { width, ...about } = await nextMessage<SheetInfo>(worker)
      info = about
      if (width > MOST_COLUMNS) throw tooManyColumns()
      let line = 0
      for (let isLast = false; !isLast; ) {
        worker.postMessage(BATCH_ROWS)
        const batch = await nextMessage<Batch>(worker)
        isLast = batch.isLast
        for (const cells of batch.rows) {
          line += 1
          yield { line, cells: cells.map(cellOf) }
        }
      }
    } finally {
      clearTimeout(timer)
      await worker.terminate()
    }
  }
  const file = await parseTable(lines(), headLine, fields)
  return { ...file, reading: { ...info, ...file.reading } }
}

function cellOf(cell: Cell): Cell {
  if (typeof cell !== 'string' || !cell.startsWith(ERROR_MARK)) return storable(cell)
  const error = cell.slice(ERROR_MARK.length)
  return errorIn(error) === undefined ? SOME_ERROR : error
}

/** Throws 400 with the error that the worker reports, or when it ended. */
async function nextMessage<T>(worker: Worker): Promise<T> {
  const over = new AbortController()
  const ended = once(worker, 'exit', over).then(() => [{ fault: 'too-large' }])
  ended.catch(() => undefined)
  try {
    const received = await Promise.race([once(worker, 'message', over), ended])
    const [message] = received as [T & { fault?: string }]
    const { fault } = message
    if (fault === 'no-sheet') throw invalid(NO_SHEET, { sheet: NO_SHEET })
    if (fault !== undefined) throw invalid(MESSAGES[fault] ?? UNREADABLE)
    return message
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? invalid(TOO_LARGE) : error
  } finally {
    over.abort()
  }
}

/** Beside this module in the sources, beside the program's chunks once it is built. */
function workerFile(): URL {
  const found = ['./workbook-worker.mjs', '../workbook-worker.mjs']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url))
  if (!found) throw new Error('workbook-worker.mjs is missing. Run: npm run build')
  return found
}
