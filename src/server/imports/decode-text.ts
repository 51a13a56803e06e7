import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import type { ImportEncoding } from '#contract/imports.ts'
import { invalid } from '#server/http/refusal.ts'

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** Enough to see by what a file begins. */
const BEGINNING = 4
/** A character of UTF-8 has so many bytes at most. */
const LONGEST = 4

/** A text file that is read once; its encoding is known when all was read. */
export interface FileText {
  texts: AsyncIterable<string>
  encoding(): ImportEncoding
}

/**
 * The text of a file in an encoding that was chosen, or in the one that it shows: UTF-8 with its mark or without, UTF-16
 * with it, and what is no UTF-8 as Windows-1252, which spreadsheets of the West write. Throws 400 for what is no text,
 * and where the encoding has to be chosen.
 */
export function textOf(bytes: AsyncIterable<Buffer>, chosen?: ImportEncoding): FileText {
  let decoder: Decoder | undefined
  async function* texts(): AsyncGenerator<string> {
    let rest: Buffer = Buffer.alloc(0)
    const read = (chunk: Buffer, isLast: boolean): string => {
      decoder ??= decoderOf(chunk, chosen)
      const text = decoder.read(chunk, isLast)
      if (text.includes('\0')) throw invalid(NULS, { encoding: NULS })
      return text
    }
    for await (const chunk of bytes) {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      if (!decoder && rest.length < BEGINNING) continue
      yield read(rest, false)
      rest = Buffer.alloc(0)
    }
    const last = read(rest, true)
    if (last !== '') yield last
  }
  return { texts: texts(), encoding: () => decoder?.encoding() ?? 'utf-8' }
}

interface Decoder {
  read(chunk: Buffer, isLast: boolean): string
  encoding(): ImportEncoding
}

function decoderOf(beginning: Buffer, chosen: ImportEncoding | undefined): Decoder {
  if (beginning.subarray(0, BEGINNING).equals(ZIP))
    throw invalid('This is no text file but an Excel workbook or another archive.')
  const [first, second] = beginning
  if (chosen !== undefined) return decoderIn(chosen)
  if (first === 0xff && second === 0xfe) return decoderIn('utf-16le')
  if (first === 0xfe && second === 0xff) return decoderIn('utf-16be')
  return utf8OrWindows()
}

/** What its encoding does not know is a U+FFFD in its place; controls of a code page mean nothing. */
function decoderIn(encoding: ImportEncoding): Decoder {
  const decoder = iconv.getDecoder(encoding, { stripBOM: true })
  const isUnicode = encoding.startsWith('utf')
  return {
    read(chunk, isLast) {
      const text = decoder.write(chunk) + ((isLast && decoder.end()) || '')
      return isUnicode ? text : text.replace(/[\u0080-\u009F]/g, '\uFFFD')
    },
    encoding: () => encoding,
  }
}

/** Each piece is decoded by itself, so that one that is no UTF-8 can be read again. */
function utf8OrWindows(): Decoder {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
  const windows = decoderIn('windows-1252')
  let isWindows = false
  let hasOther = false
  let isBegun = false
  let tail: Buffer = Buffer.alloc(0)
  const readWindows = (bytes: Buffer, isLast: boolean) => {
    const text = windows.read(bytes, isLast)
    if (NO_TEXT.test(text)) throw invalid(CHOOSE, { encoding: CHOOSE })
    return text
  }
  const read = (chunk: Buffer, isLast: boolean) => {
    const all = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk
    if (isWindows) return readWindows(all, isLast)
    const cut = isLast ? all.length : wholeLength(all)
    const whole = all.subarray(0, cut)
    if (!isUtf8(whole)) {
      if (hasOther || isMostlyUtf8(whole)) throw invalid(DAMAGED, { encoding: DAMAGED })
      isWindows = true
      tail = Buffer.alloc(0)
      return readWindows(all, isLast)
    }
    tail = Buffer.from(all.subarray(cut))
    const text = utf8.decode(whole)
    const plain = isBegun ? text : text.replace(/^\uFEFF/, '')
    hasOther ||= !isAscii(whole)
    isBegun ||= text !== ''
    return plain
  }
  return { read, encoding: () => (isWindows ? 'windows-1252' : 'utf-8') }
}

/** Controls but TAB and line ends, and what is no character: Windows-1252 was a wrong guess. */
const NO_TEXT = /(?![\t\r\n])[\p{Cc}\uFFFD]/u
const CHOOSE =
  'The file is not in UTF-8, and in Windows-1252 some of its characters cannot be read. Choose its encoding.'
/** As UTF-16 without its mark has them. */
const NULS =
  'This is no text file in this encoding: it holds NUL characters. Save it as CSV in UTF-8, or choose its encoding.'
const DAMAGED =
  'The file is not all in UTF-8: some of its characters cannot be read. Save it again as CSV in UTF-8, or choose its encoding.'

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
