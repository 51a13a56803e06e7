import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { createGate, turn } from '#server/http/gate.ts'
import { invalid } from '#server/http/refusal.ts'
import {
  type FileRows,
  type Line,
  type Matching,
  MOST_COLUMNS,
  type ReadingChoice,
  ROWS_OF_A_PIECE,
  storable,
  tableRows,
  tooManyColumns,
} from './file-rows.ts'
import { errorIn, NO_RESULT, SOME_ERROR } from './spreadsheet-words.ts'
import type { Cell } from './stage.ts'

/** A thread's own memory: one that only seems small ends its thread, and nothing else. */
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 }
const PATIENCE_MS = 120_000
/** One at a time: each may take so much memory. */
const inTurn = createGate(1, 3)

/** What no workbook has in its texts: the cell is an error, whatever it says. */
const ERROR_MARK = '\u0001'

interface Message {
  fault?: string
  sheet?: string
  sheets?: string[]
  hiddenSheets?: string[]
  /** Of the sheet, in columns. */
  width?: number
  rows?: Cell[][]
  isLast?: boolean
}

const NO_SHEET = 'The workbook has no such sheet.'
const WORDS: Readonly<Record<string, string>> = {
  'no-zip':
    'This is no Excel workbook (.xlsx), or a part of it is missing. Older .xls files have to be saved anew.',
  'no-workbook': 'This is no Excel workbook: the archive holds none.',
  'too-large': 'The workbook is too large to be read. Save its sheet as CSV, and import that.',
  unreadable: 'The workbook cannot be read. Save it anew, or its sheet as CSV.',
}

/**
 * Reads a sheet of a workbook, the chosen one or the first that is not about the file, in a thread of its own: one that
 * is broken, or made to stop whoever reads it, ends that thread alone.
 */
export function workbookRows(
  bytes: AsyncIterable<Buffer>,
  { sheet, headLine }: ReadingChoice,
  { fieldsOf }: Matching,
): FileRows {
  let message: Message = {}
  async function* lines(): AsyncGenerator<Line> {
    const all: Buffer[] = []
    for await (const chunk of bytes) all.push(chunk)
    const leave = await turn(inTurn)
    const workerData = {
      bytes: Buffer.concat(all),
      sheet,
      noResult: NO_RESULT,
      errorMark: '_x0001_',
    }
    const worker = new Worker(place(), { resourceLimits: LIMITS, workerData })
    const timer = setTimeout(() => void worker.terminate(), PATIENCE_MS)
    try {
      let line = 0
      message = await nextMessage(worker)
      if ((message.width ?? 0) > MOST_COLUMNS) throw tooManyColumns()
      for (let isLast = false; !isLast; ) {
        worker.postMessage(ROWS_OF_A_PIECE)
        const next = await nextMessage(worker)
        isLast = next.isLast ?? true
        for (const cells of next.rows ?? []) {
          line += 1
          yield { line, cells: cells.map(cellOf) }
        }
      }
    } finally {
      clearTimeout(timer)
      await worker.terminate()
      leave()
    }
  }
  const { reading, ...rows } = tableRows(lines(), headLine, fieldsOf)
  return {
    ...rows,
    reading: () => ({
      ...(message.sheet !== undefined && { sheet: message.sheet }),
      ...(message.sheets && { sheets: message.sheets }),
      ...(message.hiddenSheets && { hiddenSheets: message.hiddenSheets }),
      ...reading(),
    }),
  }
}

function cellOf(cell: Cell): Cell {
  if (typeof cell !== 'string' || !cell.startsWith(ERROR_MARK)) return storable(cell)
  const error = cell.slice(ERROR_MARK.length)
  return errorIn(error) === undefined ? SOME_ERROR : error
}

/** The next that the thread says. Throws 400 when it says why not, or ended without a word. */
async function nextMessage(worker: Worker): Promise<Message> {
  const over = new AbortController()
  const ended = once(worker, 'exit', over).then((): Message => ({ fault: 'too-large' }))
  ended.catch(() => undefined)
  try {
    const said = once(worker, 'message', over).then(([message]: Message[]) => message ?? {})
    const message = await Promise.race([said, ended])
    if (message.fault === 'no-sheet') throw invalid(NO_SHEET, { sheet: NO_SHEET })
    if (message.fault !== undefined) throw invalid(WORDS[message.fault] ?? WORDS.unreadable ?? '')
    return message
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw invalid(WORDS['too-large'] ?? '')
    throw error
  } finally {
    over.abort()
  }
}

/** Beside this module in the sources, beside the program's chunks once it is built. */
function place(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const name = 'workbook-worker.mjs'
  const found = [join(here, name), join(here, '..', name)].find((one) => existsSync(one))
  if (!found) throw new Error(`${name} is missing. Run: npm run build`)
  return found
}
