import { isAscii, isUtf8 } from 'node:buffer'
import { invalid } from '#server/domain/refusals.ts'

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** Enough to see by what a file begins. */
const BEGINNING = 4
/** A character of UTF-8 has so many bytes at most. */
const LONGEST = 4

/**
 * The text of a file, whatever wrote it: UTF-8 with its mark or without, UTF-16 with it, and what is no UTF-8 as
 * Windows-1252, which spreadsheets of the West write. Throws 400 for what is no text.
 */
export async function* textOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decode: ((chunk: Buffer, isLast: boolean) => string) | undefined
  let rest: Buffer = Buffer.alloc(0)
  const read = (chunk: Buffer, isLast: boolean): string => {
    decode ??= decoderOf(chunk)
    const text = decode(chunk, isLast)
    if (text.includes('\0'))
      throw invalid('This is no text file: it holds NUL characters. Save it as CSV in UTF-8.')
    return text
  }
  for await (const chunk of bytes) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    if (!decode && rest.length < BEGINNING) continue
    yield read(rest, false)
    rest = Buffer.alloc(0)
  }
  const last = read(rest, true)
  if (last !== '') yield last
}

function decoderOf(beginning: Buffer): (chunk: Buffer, isLast: boolean) => string {
  if (beginning.subarray(0, BEGINNING).equals(ZIP))
    throw invalid('This is no text file but an Excel workbook or another archive.')
  const [first, second] = beginning
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isWide) {
    const decoder = new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be')
    return (chunk, isLast) => decoder.decode(chunk, { stream: !isLast })
  }
  return utf8OrWindows()
}

/** Each piece is decoded by itself, so that one that is no UTF-8 can be read anew. */
function utf8OrWindows(): (chunk: Buffer, isLast: boolean) => string {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
  const windows = new TextDecoder('windows-1252')
  let isWindows = false
  let hasOther = false
  let isBegun = false
  let tail: Buffer = Buffer.alloc(0)
  return (chunk, isLast) => {
    const all = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk
    if (isWindows) return windows.decode(all)
    const cut = isLast ? all.length : wholeLength(all)
    const whole = all.subarray(0, cut)
    if (!isUtf8(whole)) {
      if (hasOther || isMostlyUtf8(whole))
        throw invalid(
          'The file is not all in UTF-8: some of its characters cannot be read. Save it anew as CSV in UTF-8.',
        )
      isWindows = true
      tail = Buffer.alloc(0)
      return windows.decode(all)
    }
    tail = Buffer.from(all.subarray(cut))
    const text = utf8.decode(whole)
    const plain = isBegun ? text : text.replace(/^\uFEFF/, '')
    hasOther ||= !isAscii(whole)
    isBegun ||= text !== ''
    return plain
  }
}

/** Whether it has as many characters of UTF-8 as bytes that are none: then it is UTF-8 that was damaged. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8')
  const broken = text.split('\uFFFD').length - 1
  const whole = text.match(/[^\0-\x7F\uFFFD]/gu)?.length ?? 0
  return whole >= broken
}

/** How much of it is whole characters: the last one may go on in the next piece. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back < LONGEST && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return back < length ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}
