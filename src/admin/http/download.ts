import { HttpError, receive } from '#admin/providers/http-client.ts'
import { TOTAL_ROWS_HEADER } from '#contract/insight/analytics.ts'
import { saveFile } from './save-file.ts'

const NEWLINE = 0x0a
/** How much of a file's end is looked at, in bytes; each character of it is a byte. */
const TAIL = 64

export interface Progress {
  bytes: number
  /** How many bytes it will be, where the server says so. */
  totalBytes?: number | undefined
  /** How many lines have come, of a text. */
  lines?: number | undefined
  /** How many rows it will hold, where the server says so. */
  totalRows?: number | undefined
}

/** A file, by its address; or by what is sent, where an address cannot hold it. */
export interface Wanted {
  path: string
  query?: Record<string, string>
  body?: unknown
}

interface Options {
  fileName: string
  signal: AbortSignal
  onProgress?: ((progress: Progress) => void) | undefined
}

/** A transfer that moves no byte for so long has failed. */
const PATIENCE = 60_000
/**
 * Fetches a file and hands it to the browser once it is complete; a file that failed or was cut is never offered.
 * Returns whether it was saved: false if `signal` cancelled it. Throws HttpError with the server's message, if any.
 */
export async function download(
  wanted: Wanted,
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
    const file = await fetchWhole(wanted, stop.signal, onChunk)
    if (signal.aborted) return false
    saveFile(file, fileName)
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error instanceof HttpError ? error : new HttpError(0)
  } finally {
    clearTimeout(idle)
    signal.removeEventListener('abort', cancel)
  }
}

/**
 * A transfer that breaks off fails by itself, and one that says its length is compared with it. Of what is left, for
 * a proxy may end it in good order, the end is looked at, and whether there is a line for each row and one more. A
 * page of HTML is somebody's log-in page.
 */
async function fetchWhole(
  wanted: Wanted,
  signal: AbortSignal,
  onChunk: (progress: Progress) => void,
): Promise<Blob> {
  const { header, body } = await receive({
    method: wanted.body === undefined ? 'GET' : 'POST',
    ...wanted,
    signal,
  })
  const type = header('content-type') ?? ''
  const totalBytes = header('content-encoding') ? undefined : toCount(header('content-length'))
  const totalRows = toCount(header(TOTAL_ROWS_HEADER))
  const isText = /^(text|application)\/(csv|json)\b/i.test(type)
  let [bytes, lines, tail] = [0, 0, '']
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      for (const byte of chunk) if (byte === NEWLINE) lines += 1
      tail = (tail + String.fromCharCode(...chunk.subarray(-TAIL))).slice(-TAIL)
      onChunk({ bytes, totalBytes, lines: isText ? lines : undefined, totalRows })
      controller.enqueue(chunk)
    },
  })
  onChunk({ bytes, totalBytes, totalRows })
  const file = await new Response(body.pipeThrough(counting)).blob()
  const hasAllRows = !isText || totalRows === undefined || lines > totalRows
  const isWhole = totalBytes === undefined ? hasEnd(type, tail) && hasAllRows : bytes >= totalBytes
  if (bytes === 0 || /^text\/html\b/i.test(type) || !isWhole) throw new HttpError(0)
  return new Blob([file], { type })
}

function hasEnd(type: string, tail: string): boolean {
  if (/csv\b/i.test(type)) return tail.endsWith('\n')
  if (/json\b/i.test(type)) return /[\]}]\s*$/.test(tail)
  // The directory at the end of a zip.
  return !/spreadsheetml/i.test(type) || tail.includes('PK\u0005\u0006')
}

function toCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}
