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

/** Where nothing else is said the first sheet is meant; of our own exports never the one about the file. */
function sheetNumber(workbook) {
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\s[^>]*?\bname="([^"]*)"/g)]
  const first = sheets.findIndex(([, name]) => name !== 'About')
  return first < 0 ? 1 : first + 1
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
    entries.set(path, whole)
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

/** A cell as its author would type it. Times have no zone there. */
function textOf(cell) {
  if (cell === null || cell === undefined) return ''
  if (!(cell instanceof Date)) return String(cell)
  if (Number.isNaN(cell.getTime())) return ''
  const [day, time = ''] = cell.toISOString().slice(0, -1).split('T')
  return time === '00:00:00.000' ? day : `${day} ${time.replace(/\.000$/, '')}`
}

async function read() {
  const { bytes, most } = workerData
  const entries = unpacked(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const workbook = entries.get('xl/workbook.xml')
  if (!workbook) throw new Fault('no-workbook')
  const number = sheetNumber(workbook.toString('utf8'))
  const zip = await repacked(entries)
  entries.clear()
  const rows = await readSheet(zip, number, { trim: false })
  if (rows.length > most + 1) throw new Fault('too-many')
  return rows
}

try {
  const rows = await read()
  let from = 0
  parentPort.on('message', (count) => {
    const piece = rows.slice(from, from + count).map((row) => row.map(textOf))
    // What was told is needed no more.
    rows.fill(null, from, Math.min(rows.length, from + count))
    from += count
    parentPort.postMessage({ rows: piece, isLast: from >= rows.length })
  })
  parentPort.postMessage({ isReady: true })
} catch (error) {
  const fault = error instanceof Fault ? error.message : 'unreadable'
  parentPort.postMessage({ fault })
}
