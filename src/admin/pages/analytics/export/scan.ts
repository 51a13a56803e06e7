/** Reads a text byte by byte as it comes; all that it looks for is ASCII, so UTF-8 may be cut anywhere. */
export interface Scan {
  kind: 'csv' | 'json'
  take: (chunk: Uint8Array) => void
  /** Ends of lines, but for those within a quoted cell or string. */
  lines: () => number
  /** A file may end here. */
  isAtEnd: () => boolean
}

const [NEWLINE, QUOTE, BACKSLASH] = [0x0a, 0x22, 0x5c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The reader for a content type; undefined for what is no text with an end of its own. */
export function createScan(type: string): Scan | undefined {
  if (/^(text|application)\/csv\b/i.test(type)) return scanCsv()
  return /^application\/json\b/i.test(type) ? scanJson() : undefined
}

/** RFC 4180: a quote within quotes is doubled, so that each one turns quoting on or off. */
function scanCsv(): Scan {
  let lines = 0
  let isQuoted = false
  let last: number | undefined
  return {
    kind: 'csv',
    take: (chunk) => {
      for (const byte of chunk) {
        if (byte === QUOTE) isQuoted = !isQuoted
        else if (byte === NEWLINE && !isQuoted) lines += 1
      }
      last = chunk.at(-1) ?? last
    },
    lines: () => lines,
    isAtEnd: () => last === NEWLINE && !isQuoted,
  }
}

/** JSON ends where the bracket that it began with is closed. */
function scanJson(): Scan {
  let [lines, depth] = [0, 0]
  let [isText, isEscaped, isClosed] = [false, false, false]
  return {
    kind: 'json',
    take: (chunk) => {
      for (const byte of chunk) {
        if (isEscaped) isEscaped = false
        else if (isText) {
          if (byte === QUOTE) isText = false
          else if (byte === BACKSLASH) isEscaped = true
        } else if (byte === QUOTE) isText = true
        else if (byte === OBJECT || byte === LIST) depth += 1
        else if (byte === OBJECT_END || byte === LIST_END) {
          depth -= 1
          isClosed = depth === 0
        } else if (byte === NEWLINE) lines += 1
      }
    },
    lines: () => lines,
    isAtEnd: () => isClosed && depth === 0 && !isText,
  }
}
