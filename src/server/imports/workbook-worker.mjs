// Reads one sheet of a workbook, in a thread that may run out of memory by itself. Plain JavaScript, so that it runs
// from the sources and beside the built program alike (scripts/steps/build.mjs).
import { parentPort, workerData } from 'node:worker_threads'
import { inflateRawSync } from 'node:zlib'
import { readSheet } from 'read-excel-file/universal'
import { ZipFile } from 'yazl'

/** What a workbook holds, unpacked: the sheet of 200,000 rows has some 100 MB. */
const MOST_UNPACKED = 384 * 1024 * 1024
const [END_OF_DIRECTORY, ENTRY] = [0x06054b50, 0x02014b50]
const NEEDED = /^(xl\/.*\.xml|\[Content_Types\]\.xml|.*\.rels)$/

class Fault extends Error {}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The value of an attribute, as a reader of XML has it. */
function attribute(tag, name) {
  const [, , value] = new RegExp(`\\s(?:\\w+:)?${name}=(["'])(.*?)\\1`, 's').exec(tag) ?? []
  return value?.replace(/&(?:#(x?)([\da-f]+)|(\w+));/gi, (_, hex, code, word) =>
    word ? (ENTITIES[word] ?? '') : String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
  )
}

function tagsOf(xml, name) {
  return xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`, 'g')) ?? []
}

/** The sheets of cells, hidden ones last, each with its number among all sheets and where it is in the archive. */
function sheetsOf(entries) {
  const relations = entries.get('xl/_rels/workbook.xml.rels')?.toString('utf8') ?? ''
  const paths = new Map(
    tagsOf(relations, 'Relationship')
      .filter((tag) => attribute(tag, 'Type')?.endsWith('/worksheet'))
      .map((tag) => [attribute(tag, 'Id'), pathOf(attribute(tag, 'Target') ?? '')]),
  )
  const sheets = tagsOf(entries.get('xl/workbook.xml').toString('utf8'), 'sheet').flatMap(
    (tag, at) => {
      const [written, path] = [attribute(tag, 'name'), paths.get(attribute(tag, 'id'))]
      // PostgreSQL can store neither.
      const name = written?.toWellFormed().replaceAll('\0', '\uFFFD')
      const isHidden = /hidden$/i.test(attribute(tag, 'state') ?? '')
      return name && path ? [{ name, path, number: at + 1, isHidden }] : []
    },
  )
  return [...sheets.filter((one) => !one.isHidden), ...sheets.filter((one) => one.isHidden)]
}

function pathOf(target) {
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

const PLAIN = /<!\[CDATA\[(.*?)\]\]>|<!--.*?-->/gs

/** XML without sections that the reader leaves out of texts, and without comments, which divide them. */
function plainXml(data) {
  if (!data.includes('<![CDATA[') && !data.includes('<!--')) return data
  return Buffer.from(
    data
      .toString('utf8')
      .replace(PLAIN, (_, text = '') => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  )
}

const CELL = /<((?:\w+:)?)c(\s[^<>]*?)(\/>|>(.*?)<\/\1c>)/gs
/** Of a sheet with errors or formulas. */
const SIGNS = ['t="e"', "t='e'", '<f>', '<f ', '<f/', ':f>', ':f ']
const VALUE = /<(?:\w+:)?v(?:\s[^>]*)?>([^<]+)</
const EMPTY_VALUE = /<(?:\w+:)?v[\s/>]/
const FORMULA = /<(?:\w+:)?f[\s/>]/

/**
 * The sheet with words in the cells that the reader gives as empty ones though they are not: errors, and formulas whose
 * result the file does not hold.
 */
function withFaults(xml, noResult, errorMark) {
  return xml.replace(CELL, (whole, prefix, attributes, _rest, content = '') => {
    const kind = attribute(attributes, 't')
    const [, value] = VALUE.exec(content) ?? []
    const isText = kind === 'inlineStr' || (kind === 'str' && EMPTY_VALUE.test(content))
    const word =
      kind === 'e'
        ? (value ?? noResult)
        : FORMULA.test(content) && value === undefined && !isText
          ? noResult
          : undefined
    if (word === undefined) return whole
    const plain = attributes.replace(/\s(?:t|s)=(["']).*?\1/g, '')
    const mark = kind === 'e' && value ? errorMark : ''
    return `<${prefix}c${plain} t="str"><${prefix}v>${mark}${word}</${prefix}v></${prefix}c>`
  })
}

/** The entries of a zip by its directory, each unpacked within what all of them may have. */
function unpacked(bytes) {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || bytes.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Fault('no-zip')
  const entries = new Map()
  let left = MOST_UNPACKED
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Fault('no-zip')
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field))
    const method = bytes.readUInt16LE(at + 10)
    const packed = bytes.readUInt32LE(at + 20)
    const local = bytes.readUInt32LE(at + 42)
    const path = bytes.toString('utf8', at + 46, at + 46 + name)
    at += 46 + name + extra + comment
    if (!NEEDED.test(path) || entries.has(path)) continue
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(start, start + packed)
    const whole = method === 0 ? data : inflated(data, left)
    left -= whole.length
    if (left <= 0) throw new Fault('too-large')
    entries.set(path, plainXml(whole))
  }
  return entries
}

function inflated(data, most) {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, most) })
  } catch (error) {
    throw new Fault(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'no-zip')
  }
}

/** Packed anew, and not at all: nothing in it is another size than it says. */
async function repacked(entries) {
  const zip = new ZipFile()
  for (const [path, data] of entries) zip.addBuffer(data, path, { compress: false })
  zip.end()
  const pieces = []
  for await (const piece of zip.outputStream) pieces.push(piece)
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole.buffer
}

/** A cell as its author would type it; numbers stay numbers. Times have no zone there. */
function cellOf(cell) {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : String(cell)
  if (!(cell instanceof Date)) return String(cell)
  // Excel shows it as hashes, too.
  if (Number.isNaN(cell.getTime())) return '########'
  const [day, time = ''] = cell.toISOString().slice(0, -1).split('T')
  return time === '00:00:00.000' ? day : `${day} ${time.replace(/\.000$/, '')}`
}

async function read() {
  const { bytes, sheet, noResult, errorMark } = workerData
  const entries = unpacked(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!entries.has('xl/workbook.xml')) throw new Fault('no-workbook')
  const sheets = sheetsOf(entries)
  // Where nothing else is said the first sheet is meant; of our own exports never the one about the file.
  const chosen =
    sheet === undefined
      ? (sheets.find(({ name, isHidden }) => name !== 'About' && !isHidden) ?? sheets[0])
      : sheets.find(({ name }) => name === sheet)
  if (!chosen) throw new Fault(sheet === undefined ? 'no-workbook' : 'no-sheet')
  const xml = entries.get(chosen.path)
  if (xml && SIGNS.some((sign) => xml.includes(sign)))
    entries.set(chosen.path, Buffer.from(withFaults(xml.toString('utf8'), noResult, errorMark)))
  const zip = await repacked(entries)
  entries.clear()
  const rows = await readSheet(zip, chosen.number, { trim: false })
  return {
    rows,
    width: rows[0]?.length ?? 0,
    sheet: chosen.name,
    sheets: sheets.map(({ name }) => name),
    hiddenSheets: sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name),
  }
}

try {
  const { rows, ...told } = await read()
  let from = 0
  parentPort.on('message', (count) => {
    const piece = rows.slice(from, from + count).map((row) => row.map(cellOf))
    // What was told is needed no more.
    rows.fill(null, from, Math.min(rows.length, from + count))
    from += count
    parentPort.postMessage({ rows: piece, isLast: from >= rows.length })
  })
  parentPort.postMessage(told)
} catch (error) {
  const fault = error instanceof Fault ? error.message : 'unreadable'
  parentPort.postMessage({ fault })
}
