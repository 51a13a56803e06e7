import { expect, test } from 'vitest'
import { watchFor } from './is-whole.ts'

const CSV_TYPE = 'text/csv; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const EXCEL_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const bytesOf = (text: string) => new TextEncoder().encode(text)

interface Said {
  totalBytes?: number
  totalRows?: number
}

function whole(type: string, file: Uint8Array, said: Said = {}, piece = file.length || 1): boolean {
  const watch = watchFor(type)
  for (let at = 0; at < file.length; at += piece) watch.take(file.subarray(at, at + piece))
  const { totalBytes, totalRows } = said
  return watch.isWhole({ bytes: file.length, totalBytes, totalRows })
}

test.each<[string, string, string, Said, boolean]>([
  ['a CSV', CSV_TYPE, 'a,b\r\n1,2\r\n', {}, true],
  ['a CSV of the length that was said', CSV_TYPE, 'a,b\r\n', { totalBytes: 5 }, true],
  ['a CSV shorter than was said', CSV_TYPE, 'a,b\r\n', { totalBytes: 6 }, false],
  ['a CSV that ends within a row', CSV_TYPE, 'a,b\r\n1', {}, false],
  ['a CSV without the last line’s end, of its length', CSV_TYPE, 'a\r\n1', { totalBytes: 4 }, true],
  ['the same with its rows counted', CSV_TYPE, 'a\r\n1', { totalBytes: 4, totalRows: 1 }, true],
  ['a CSV of a head alone', CSV_TYPE, 'a,b\r\n', { totalRows: 0 }, true],
  ['a CSV with fewer rows than were said', CSV_TYPE, 'a\r\n1\r\n', { totalRows: 2 }, false],
  ['line breaks in cells are no rows', CSV_TYPE, 'a\r\n"1\r\n2"\r\n', { totalRows: 2 }, false],
  ['nothing', CSV_TYPE, '', {}, false],
  ['JSON to its end', JSON_TYPE, '{"a":[1]}\n', {}, true],
  ['a bare list', JSON_TYPE, '[{"a":1}]', {}, true],
  ['JSON cut in a good place', JSON_TYPE, '{"a":[1,2', {}, false],
  ['JSON cut after a row', JSON_TYPE, '{"rows":[\n{"a":1},\n{"a":2}', {}, false],
  ['JSON cut in a text that looks like an end', JSON_TYPE, '{"a":"\\"]}', {}, false],
  ['a workbook with its directory', EXCEL_TYPE, 'PK…PK\u0005\u0006…', {}, true],
  ['a workbook without it', EXCEL_TYPE, 'PK\u0003\u0004…', {}, false],
  ['somebody’s log-in page', 'text/html', '<html></html>', {}, false],
])('ANA-03 %s: whole?', (_, type, text, said, expected) => {
  expect(whole(type, bytesOf(text), said)).toBe(expected)
})

test('ANA-03 JSON that is cut anywhere is not whole, in whatever pieces it came', () => {
  const rows = '{"n":1,"t":"]}\\\\\\"{[ zoë"},\n{"n":null,"t":"}\\n]}"}'
  const file = bytesOf(`{"dataType":"users","range":{"start":"x"},"rows":[\n${rows}\n]}`)
  for (const piece of [1, 7, file.length]) {
    expect(whole(JSON_TYPE, file, {}, piece)).toBe(true)
    for (let end = 0; end < file.length; end++)
      expect(whole(JSON_TYPE, file.subarray(0, end), {}, piece), `cut at ${end}`).toBe(false)
  }
})

test('ANA-03 a CSV whose rows were told is not whole when it is cut anywhere', () => {
  const text = '\uFEFFname,note\r\nzoë,"two\r\nlines"\r\n"a ""b""\r\n",\r\nc,"""\r\n"""\r\n'
  const file = bytesOf(text)
  const said = { totalRows: 3 }
  for (const piece of [1, 5, file.length]) {
    expect(whole(CSV_TYPE, file, said, piece)).toBe(true)
    for (let end = 0; end < file.length; end++)
      expect(whole(CSV_TYPE, file.subarray(0, end), said, piece), `cut at ${end}`).toBe(false)
  }
})

test('ANA-03 a workbook’s directory is found in small pieces', () => {
  expect(whole(EXCEL_TYPE, bytesOf('PK\u0003\u0004…PK\u0005\u0006…'), {}, 3)).toBe(true)
})
