import { HttpError, receive } from '#admin/http/http.ts'
import { TOTAL_ROWS_HEADER } from '#contract/insight/analytics.ts'
import { watchFor } from './is-whole.ts'
import { offer } from './offer.ts'

export interface Progress {
  bytes: number
  /** How many bytes it will be, where the server says so. */
  totalBytes?: number | undefined
  /** How many lines have come, of a text. */
  lines?: number | undefined
  /** How many rows it will hold, where the server says so. */
  totalRows?: number | undefined
}

interface Options {
  fileName: string
  signal: AbortSignal
  onProgress?: ((progress: Progress) => void) | undefined
}

/** A transfer that moves no byte for so long has failed. */
const PATIENCE = 60_000
/** Bytes are handed to the browser in pieces of about this size, so that they need not stay in the page. */
const PIECE = 8_000_000

/**
 * Fetches a file and hands it to the browser once it is whole; a file that failed, was cut or was cancelled
 * is never offered (ANA-03). Takes a path of the API and its query. Gives whether it was saved; false means
 * cancelled by `signal`. Throws HttpError with the server's words, or without any.
 */
export async function download(
  path: string,
  query: Record<string, string>,
  { fileName, signal, onProgress }: Options,
): Promise<boolean> {
  const stop = new AbortController()
  const cancel = () => stop.abort()
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  let idle = setTimeout(cancel, PATIENCE)
  const onChunk = (progress: Progress) => {
    clearTimeout(idle)
    idle = setTimeout(cancel, PATIENCE)
    onProgress?.(progress)
  }
  try {
    const file = await fetchWhole(path, query, stop.signal, onChunk)
    if (signal.aborted) return false
    offer(file, fileName)
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error instanceof HttpError ? error : new HttpError(0)
  } finally {
    clearTimeout(idle)
    signal.removeEventListener('abort', cancel)
  }
}

async function fetchWhole(
  path: string,
  query: Record<string, string>,
  signal: AbortSignal,
  onChunk: (progress: Progress) => void,
): Promise<Blob> {
  const { header, body } = await receive({ method: 'GET', path, query, signal })
  const type = header('content-type') ?? ''
  const totalBytes = header('content-encoding') ? undefined : toCount(header('content-length'))
  const totalRows = toCount(header(TOTAL_ROWS_HEADER))
  const pieces: Blob[] = []
  let fresh: Uint8Array<ArrayBuffer>[] = []
  let [bytes, waiting] = [0, 0]
  const watch = watchFor(type)
  const settle = () => {
    pieces.push(new Blob(fresh))
    ;[fresh, waiting] = [[], 0]
  }
  const reader = body.getReader()
  onChunk({ bytes, totalBytes, totalRows })
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (!value) continue
    fresh.push(new Uint8Array(value))
    bytes += value.byteLength
    waiting += value.byteLength
    watch.take(value)
    if (waiting >= PIECE) settle()
    onChunk({ bytes, totalBytes, lines: watch.lines(), totalRows })
  }
  settle()
  if (!watch.isWhole({ bytes, totalBytes, totalRows })) throw new HttpError(0)
  return new Blob(pieces, { type })
}

function toCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}
