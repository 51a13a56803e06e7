import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { MOST_ROWS } from '#contract/imports.ts'
import { createGate } from '#server/base/gate.ts'
import { invalid } from '#server/domain/refusals.ts'
import { type FileRow, type FileRows, ROWS_OF_A_PIECE, storable, UNREADABLE } from './rows.ts'

/** A thread's own memory: one that only seems small ends its thread, and nothing else. */
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 }
const PATIENCE_MS = 120_000
/** One at a time: each may take so much memory. */
const inTurn = createGate(1, 3)

interface Told {
  fault?: string
  rows?: string[][]
  isLast?: boolean
}

const WORDS: Readonly<Record<string, string>> = {
  'no-zip':
    'This is no Excel workbook (.xlsx), or a part of it is missing. Older .xls files have to be saved anew.',
  'no-workbook': 'This is no Excel workbook: the archive holds none.',
  'too-large': 'The workbook is too large to be read. Save its sheet as CSV, and import that.',
  'too-many': `A file has at most ${MOST_ROWS.toLocaleString('en')} rows. Divide it.`,
  unreadable: 'The workbook cannot be read. Save it anew, or its sheet as CSV.',
}

/**
 * Reads the first sheet of a workbook that is not about the file, in a thread of its own: one that is broken, or made
 * to stop whoever reads it, ends that thread alone.
 */
export function workbookRows(bytes: Buffer): FileRows {
  let headers: readonly string[] = []
  async function* pieces(): AsyncGenerator<readonly FileRow[]> {
    const leave = await turn()
    const limits = { resourceLimits: LIMITS, workerData: { bytes, most: MOST_ROWS } }
    const worker = new Worker(place(), limits)
    const timer = setTimeout(() => void worker.terminate(), PATIENCE_MS)
    try {
      let line = 0
      await heard(worker)
      for (let isLast = false; !isLast; ) {
        worker.postMessage(ROWS_OF_A_PIECE)
        const told = await heard(worker)
        isLast = told.isLast ?? true
        const piece: FileRow[] = []
        for (const cells of told.rows ?? []) {
          line += 1
          if (cells.every((cell) => cell.trim() === '')) continue
          if (headers.length === 0) headers = cells.map((cell) => storable(cell).trim())
          else piece.push(rowOf(line, cells, headers.length))
        }
        if (piece.length > 0) yield piece
      }
    } finally {
      clearTimeout(timer)
      await worker.terminate()
      leave()
    }
  }
  return { pieces: pieces(), headers: () => headers }
}

function rowOf(line: number, cells: string[], width: number): FileRow {
  const kept = cells.map(storable)
  const isReadable = kept.every((cell, at) => cell === cells[at])
  while (kept.length < width) kept.push('')
  return { line, cells: kept, damage: isReadable ? null : UNREADABLE }
}

/** The next that the thread says. Throws 400 when it says why not, or ended without a word. */
async function heard(worker: Worker): Promise<Told> {
  const over = new AbortController()
  const ended = once(worker, 'exit', over).then((): Told => ({ fault: 'too-large' }))
  ended.catch(() => undefined)
  try {
    const said = once(worker, 'message', over).then(([told]: Told[]) => told ?? {})
    const told = await Promise.race([said, ended])
    if (told.fault !== undefined) throw invalid(WORDS[told.fault] ?? WORDS.unreadable ?? '')
    return told
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw invalid(WORDS['too-large'] ?? '')
    throw error
  } finally {
    over.abort()
  }
}

/** Waits for its turn; gives what ends it. */
function turn(): Promise<() => void> {
  return new Promise((resolve, reject) => {
    inTurn(() => new Promise<void>((leave) => resolve(leave))).catch(reject)
  })
}

/** Beside this module in the sources, beside the program's chunks once it is built. */
function place(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const name = 'workbook-worker.mjs'
  const found = [join(here, name), join(here, '..', name)].find((one) => existsSync(one))
  if (!found) throw new Error(`${name} is missing. Run: npm run build`)
  return found
}
