import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { type Entry, sheetOf } from '../../../tests/support/workbooks.ts'
import { targetFields } from './match-columns.ts'
import {
  type FileRow,
  parseCsv,
  parseJson,
  parseXlsx,
  type ReadingChoice,
  readBytes,
} from './parse-file.ts'

const templates = registry.find(({ name }) => name === 'missions/templates')
const fields = templates ? targetFields(templates) : []

/** What a file of mission templates says, and how it was read. */
async function read(
  bytes: Buffer | string,
  { format = 'csv', ...choice }: ReadingChoice & { format?: 'csv' | 'json' | 'xlsx' } = {},
) {
  const all = Buffer.from(bytes)
  // By pieces that divide characters.
  const size = all.length > 10_000 ? 65_537 : 7
  const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.subarray(at * size, at * size + size),
  )
  const parse = { csv: parseCsv, json: parseJson, xlsx: parseXlsx }[format]
  const body = await readBytes(Readable.from(pieces), all.length)
  const { headers, reading, ...file } = await parse(body, choice, fields)
  const rows: FileRow[] = []
  for await (const row of file.rows) rows.push(row)
  await file.close?.()
  return { headers, rows, reading }
}

const cellsOf = async (...given: Parameters<typeof read>) =>
  (await read(...given)).rows.map(({ cells }) => cells)

test.each<[string, Buffer, string, string[]]>([
  [
    'windows-1252',
    Buffer.from('title;description\nArts \x96 Crafts;Women\x92s trade: 50 \x80', 'latin1'),
    '',
    ['Arts – Crafts', 'Women’s trade: 50 €'],
  ],
  // Side by side the two bytes beyond ASCII would be a character of UTF-8.
  [
    'windows-1252',
    Buffer.from('title;description\nHauptstra\xDFe;5 \x80', 'latin1'),
    '',
    ['Hauptstraße', '5 €'],
  ],
  ['windows-1252', Buffer.from('title;description\nx;caf\xE9', 'latin1'), '', ['x', 'café']],
  ['utf-8', Buffer.from('\uFEFFtitle;description\nŁukasz;€'), '', ['Łukasz', '€']],
  ['utf-16le', Buffer.from('\uFEFFtitle;description\nŁ;€', 'utf16le'), '', ['Ł', '€']],
  [
    'windows-1250',
    Buffer.from('title;description\n\xA3uk;x', 'latin1'),
    'windows-1250',
    ['Łuk', 'x'],
  ],
  [
    'windows-1251',
    Buffer.from('title;description\n\xC8\xE2;x', 'latin1'),
    'windows-1251',
    ['Ив', 'x'],
  ],
  ['shift_jis', Buffer.from('title;description\n\x82\xA0;x', 'latin1'), 'shift_jis', ['あ', 'x']],
  ['shift_jis', Buffer.from('title;description\n\x80;x', 'latin1'), 'shift_jis', ['\uFFFD', 'x']],
  ['utf-16be', Buffer.from('title;description\nA;x', 'utf16le').swap16(), 'utf-16be', ['A', 'x']],
  ['utf-8', Buffer.from('title;description\n\xC8;x', 'latin1'), 'utf-8', ['\uFFFD', 'x']],
  [
    'windows-1251',
    Buffer.from('title;description\n\x98;x', 'latin1'),
    'windows-1251',
    ['\uFFFD', 'x'],
  ],
] as const)('text in %s is read', async (encoding, bytes, chosen, cells) => {
  const choice = chosen === '' ? {} : { encoding: encoding as 'utf-8' }
  const { rows, reading } = await read(bytes, choice)
  expect(rows[0]?.cells).toEqual(cells)
  expect(reading.encoding).toBe(encoding)
})

test.each([
  ['Shift JIS', 'title;description\n\x83\x81\x81[\x83\x8B;x'],
  ['a code page of DOS', 'title;description\nGr\x81\xE1e;x'],
  ['controls', 'title;description\nCaf\xE9\x01;x'],
])('%s is no Windows-1252: its encoding has to be chosen', async (_what, text) => {
  await expect(read(Buffer.from(text, 'latin1'))).rejects.toMatchObject({
    error: { fields: { encoding: expect.stringContaining('Choose its encoding') } },
  })
})

test('a character beyond the BMP is read whole wherever it is in a file', async () => {
  const head = 'title,description\n'
  const long = `${'x'.repeat(65_535 - head.length)}😀`
  expect(await cellsOf(head + long)).toEqual([[long]])
})

test('the encoding of a file is detected without its whole text', async () => {
  const file = Buffer.from(`title\n${'\xE9'.repeat(300_000)}`, 'latin1')
  const whole = vi.spyOn(file, 'toString')
  const { reading } = await parseCsv(file, {}, fields)
  expect(reading.encoding).toBe('windows-1252')
  expect(whole).not.toHaveBeenCalled()
})

test('UTF-8 with errors is no Windows-1252, wherever the errors are', async () => {
  const errors = Buffer.from([0xe9, 0x41])
  for (const [before, after] of [
    ['', 1],
    ['', 1023],
    ['', 300_000],
    ['x'.repeat(4_000_000), 1],
  ] as const)
    await expect(
      read(Buffer.concat([Buffer.from(`title\n${before}€€${'x'.repeat(after)}`), errors])),
    ).rejects.toMatchObject({
      error: { fields: { encoding: expect.stringContaining('The file is not valid UTF-8') } },
    })
})

test.each<[string, string, ReadingChoice, string, number, unknown[][]]>([
  ['a bar', 'title|description\nA|x;y', {}, 'pipe', 1, [['A', 'x;y']]],
  ['what sep= says', 'sep=;\r\ntitle;a,b,c,d\r\nA;x\r\n', {}, 'semicolon', 2, [['A', 'x']]],
  [
    'what is chosen',
    'title,x;y,z\nA,B;C,D',
    { separator: 'semicolon' },
    'semicolon',
    1,
    [['A,B', 'C,D']],
  ],
  ['that of the known heads', 'a;b;c;d\ntitle,type\nA,x', {}, 'comma', 2, [['A', 'x']]],
  ['commas in quotes', '"a,b,c";title\nx;A', {}, 'semicolon', 1, [['x', 'A']]],
])('cells are separated by %s', async (_what, text, choice, separator, headLine, cells) => {
  const { rows, reading } = await read(text, choice)
  expect(reading).toMatchObject({ separator, headLine })
  expect(rows.map((row) => row.cells)).toEqual(cells)
})

test.each<[string, string, ReadingChoice, number | undefined, string[]]>([
  ['the first line', 'a,b\nA,x', {}, 1, ['a', 'b']],
  ['below a title', 'Missions of May\n\nTitle,Type\nA,x', {}, 3, ['Title', 'Type']],
  ['the first line with one known head', 'title\ntitle\ntype', {}, 1, ['title']],
  ['a chosen line', 'a,b\n1,2\nc,d\n3,4', { headLine: 3 }, 3, ['c', 'd']],
  ['one far below', `${'a\n'.repeat(30)}title\nA`, { headLine: 31 }, 31, ['title']],
])('the head is %s', async (_what, text, choice, headLine, headers) => {
  const read1 = await read(text, choice)
  expect(read1.headers).toEqual(headers)
  expect(read1.reading.headLine).toBe(headLine)
})

test('UTF-16 without its mark is read when it is chosen', async () => {
  const file = Buffer.from('title;description\nŁ;x', 'utf16le')
  await expect(read(file)).rejects.toMatchObject({
    error: { fields: { encoding: expect.stringContaining('choose its encoding') } },
  })
  expect(await cellsOf(file, { encoding: 'utf-16le' })).toEqual([['Ł', 'x']])
})

test('an empty line cannot be the head', async () => {
  for (const headLine of [2, 9])
    await expect(read('a,b\n\nc,d\n', { headLine })).rejects.toMatchObject({
      error: {
        fields: { headLine: `Line ${headLine} is empty, so it cannot have the column names.` },
      },
    })
})

test('the first lines are shown as they are, those above the head too; sep= is none', async () => {
  const { reading } = await read('sep=,\nMissions\n\ntitle,type\nA,x')
  expect(reading.preview).toEqual([
    { line: 2, cells: ['Missions'] },
    { line: 4, cells: ['title', 'type'] },
    { line: 5, cells: ['A', 'x'] },
  ])
})

test('a row ends with its last cell that holds something; one with more cells than the head is damaged', async () => {
  const { rows } = await read('title,type,b\nA\nB,x,y,z\nC,,,,')
  expect(rows.map(({ cells, damage }) => [cells, damage])).toEqual([
    [['A'], null],
    [['B', 'x', 'y'], expect.stringContaining('has 4 cells, but there are 3 columns')],
    [['C'], null],
  ])
})

test('long cells are shown by their beginning', async () => {
  const long = 'x'.repeat(2000)
  for (const [format, file] of [
    ['csv', `title\n${long}`],
    ['json', JSON.stringify([{ title: long }])],
  ] as const) {
    const { rows, reading } = await read(file, { format })
    expect(rows[0]?.cells).toEqual([long])
    expect(reading.preview.at(-1)?.cells).toEqual([`${'x'.repeat(80)}…`])
  }
})

test('more than 1,000 columns are refused before any row is kept', async () => {
  const heads = Array.from({ length: 1001 }, (_, at) => `h${at}`)
  const wide = sheetOf(row(1, text('A1', 'title') + text('ALM1', 'h')) + row(2, text('A2', 'x')))
  for (const [format, file] of [
    ['csv', `${heads.join(',')}\nx`],
    ['json', JSON.stringify([Object.fromEntries(heads.map((head) => [head, 1]))])],
    ['xlsx', wide],
  ] as const)
    await expect(read(file, { format }), format).rejects.toMatchObject({
      error: { message: 'A file may have at most 1,000 columns.' },
    })
  const { rows } = await read(`title\n${heads.join(',')}`)
  expect(rows[0]?.cells).toEqual(['h0'])
})

test('in JSON numbers stay numbers, and the texts of a JSON field stay texts', async () => {
  const rows = [
    { title: '12', rewards: { experience: 1.125 }, steps: '12' },
    { steps: 'plain' },
    { steps: { a: 1 } },
  ]
  expect(await cellsOf(JSON.stringify(rows), { format: 'json' })).toEqual([
    ['12', 1.125, '"12"'],
    ['', '', '"plain"'],
    ['', '', '{"a":1}'],
  ])
})

test('of JSON no more is kept than its rows hold: empty cells at their end are left out', async () => {
  const rows = [{ title: 'A', steps: null }, { steps: 'x' }, { title: '', steps: '' }]
  expect(await cellsOf(JSON.stringify(rows), { format: 'json' })).toEqual([['A'], ['', '"x"'], []])
})

test('a key that comes first in a late row of JSON is a column', async () => {
  const rows = [...Array.from({ length: 1500 }, () => ({ a: 1 })), { b: 2 }]
  const { headers, rows: all } = await read(JSON.stringify(rows), { format: 'json' })
  expect(headers).toEqual(['a', 'b'])
  expect(all.at(-1)).toMatchObject({ line: 1502, cells: ['', 2] })
})

test('a small JSON file of too many rows or cells is refused', async () => {
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`c${at}`, 1]))
  const cells = `[${JSON.stringify(wide)}${',{"c999":1}'.repeat(5000)}]`
  await expect(read(cells, { format: 'json' })).rejects.toMatchObject({
    error: { code: 'invalid', message: expect.stringContaining('more than 5,000,000 cells') },
  })
  await expect(read(`[0${',0'.repeat(200_000)}]`, { format: 'json' })).rejects.toMatchObject({
    error: { message: 'A file may have at most 200,000 rows. Split it into smaller files.' },
  })
  await expect(read(`[[]${',[]'.repeat(2_000_000)}]`, { format: 'json' })).rejects.toMatchObject({
    error: { message: expect.stringContaining('more than 2,000,000 objects and lists') },
  })
})

test.each([
  ['[{"a":1},\n{"a" 2}]', 'position 15'],
  ['[{"a":1},{"a":2', 'position 15'],
  ['[{"a":1},[],{}]', 'Entry 2 of the list is not an object.'],
  ['{"rows":[3]}', 'Entry 1 of the list is not an object.'],
])('the error of the JSON %j has its place', async (file, place) => {
  await expect(read(file, { format: 'json' })).rejects.toMatchObject({
    error: { code: 'invalid', message: expect.stringContaining(place) },
  })
})

const text = (at: string, words: string) =>
  `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`
const row = (line: number, cells: string) => `<row r="${line}">${cells}</row>`

test('what a workbook cannot say is an error in its cell, never an empty one', async () => {
  const cells = [
    '<c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    '<c r="B2" t="e"><v>something</v></c>',
    '<c r="C2" t="e"/>',
    // As programs write formulas that no spreadsheet has worked out.
    '<c r="D2"><f>1+1</f></c>',
    '<c r="E2"><f>1+1</f><v></v></c>',
    '<c r="F2" t="str"><f>A1</f></c>',
    '<c r="G2" t="b"><f>A1</f><v/></c>',
    // A text that is empty as worked out, a cell without a value, and a number that is typed.
    '<c r="H2" t="str"><f>""</f><v></v></c>',
    '<c r="I2" s="1"/>',
    '<c r="J2"><f>1+1</f><v>1.125</v></c>',
    // No date has this number.
    '<c r="K2" s="2"><v>99999999999</v></c>',
    text('L2', '1.125'),
  ]
  const heads = cells.map((_, at) => text(`${String.fromCharCode(65 + at)}1`, `h${at}`))
  const sheet = sheetOf(row(1, heads.join('')) + row(2, cells.join('')))
  expect(await cellsOf(sheet, { format: 'xlsx' })).toEqual([
    [
      ...['#DIV/0!', '#ERROR!', '#FORMULA!', '#FORMULA!', '#FORMULA!', '#FORMULA!', '#FORMULA!'],
      ...['', '', 1.125, '########', '1.125'],
    ],
  ])
})

test('rich texts, CDATA and texts with comments are read whole', async () => {
  const cells =
    '<c r="A2" t="inlineStr"><is><r><t>a</t></r><r><rPr><b/></rPr><t xml:space="preserve"> b</t></r></is></c>' +
    '<c r="B2" t="inlineStr"><is><t><![CDATA[x < y]]> and<!-- not --> z</t></is></c>'
  const sheet = sheetOf(row(1, text('A1', 'title') + text('B1', 'b')) + row(2, cells))
  expect(await cellsOf(sheet, { format: 'xlsx' })).toEqual([['a b', 'x < y and z']])
})

/** A workbook of three sheets, the first of them hidden. */
function threeSheets(): Buffer {
  const names = ['Lists', 'A &amp; B', 'Other&#0;&#xD800;']
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const sheets = names.map(
    (name, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"${at === 0 ? ' state="veryHidden"' : ''}/>`,
  )
  const relations = names.map(
    (_, at) =>
      `<Relationship Id="s${at}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const data = (at: number) =>
    `<worksheet xmlns="${main}"><sheetData>${row(1, text('A1', 'title'))}${row(2, text('A2', `of ${at}`))}</sheetData></worksheet>`
  const instead: Entry[] = [
    {
      path: 'xl/workbook.xml',
      data: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    },
    ...names.map((_, at) => ({ path: `xl/worksheets/sheet${at + 1}.xml`, data: data(at) })),
  ]
  return sheetOf('', { instead })
}

test('the first sheet that is shown is read, or the chosen one', async () => {
  const sheets = ['A & B', 'Other\uFFFD\uFFFD', 'Lists']
  const first = await read(threeSheets(), { format: 'xlsx' })
  expect(first.reading).toMatchObject({
    sheet: 'A & B',
    sheets,
    hiddenSheets: ['Lists'],
    headLine: 1,
  })
  expect(first.rows.map(({ cells }) => cells)).toEqual([['of 1']])
  expect(await cellsOf(threeSheets(), { format: 'xlsx', sheet: 'Lists' })).toEqual([['of 0']])
  await expect(read(threeSheets(), { format: 'xlsx', sheet: 'None' })).rejects.toMatchObject({
    error: { fields: { sheet: 'The workbook has no such sheet.' } },
  })
})
