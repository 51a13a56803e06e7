import { createScan } from './scan.ts'

interface Received {
  bytes: number
  totalBytes: number | undefined
  /** How many rows the server said that the file holds, if it did. */
  totalRows: number | undefined
}

/** What is learnt of a file while it comes. */
export interface Watch {
  take: (chunk: Uint8Array) => void
  /** How many lines have come, of a text. */
  lines: () => number | undefined
  /** Whether all of it came, now that no more comes. */
  isWhole: (received: Received) => boolean
}

/** What the directory at the end of a zip begins with, which every xlsx has. */
const ZIP_END = [0x50, 0x4b, 0x05, 0x06]
/** The directory's end is at most so long, its comment included. */
const TAIL = 70_000

/**
 * Whether all of a file came, and a file at all. Browsers do not agree on what a transfer that ends early is,
 * and a proxy may end it in good order: so the length is compared, and the end looked at where the format has
 * one. JSON ends where its outermost bracket does, CSV at the end of a row and with as many rows as were told.
 * A page of HTML is somebody's log-in page.
 */
export function watchFor(type: string): Watch {
  const scan = createScan(type)
  let tail = new Uint8Array()
  return {
    take: (chunk) => {
      scan?.take(chunk)
      if (!scan) tail = lastOf(tail, chunk)
    },
    lines: () => scan?.lines(),
    isWhole: ({ bytes, totalBytes, totalRows }) => {
      if (bytes === 0 || (totalBytes !== undefined && bytes < totalBytes)) return false
      if (/^text\/html\b/i.test(type)) return false
      if (/spreadsheetml/i.test(type)) return holds(tail, ZIP_END)
      if (!scan) return true
      // A CSV of another server may lack the last end of line: then its length must be known.
      const isAtEnd = scan.isAtEnd() || (scan.kind === 'csv' && totalBytes === bytes)
      if (scan.kind === 'json' || totalRows === undefined) return isAtEnd
      return isAtEnd && scan.lines() + (scan.isAtEnd() ? 0 : 1) > totalRows
    },
  }
}

function lastOf(tail: Uint8Array, chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(tail.length + chunk.length)
  both.set(tail)
  both.set(chunk, tail.length)
  return both.slice(-TAIL)
}

function holds(bytes: Uint8Array, mark: readonly number[]): boolean {
  const last = bytes.length - mark.length
  for (let at = last; at >= 0; at--)
    if (mark.every((byte, index) => bytes[at + index] === byte)) return true
  return false
}
