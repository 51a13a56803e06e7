import { Readable } from 'node:stream'
import { createDeflateRaw } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Import, ImportFormat, ImportRowPage } from '#contract/imports.ts'
import { registry } from '#resources/index.ts'
import { workbook } from '#server/http/xlsx-writer.ts'
import { isImportable, targetFields } from '#server/imports/match-columns.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { applied, importFile, planned, read, sendFile } from '../support/imports.ts'
import { readCsv } from '../support/read-export.ts'
import { type Entry, sheetOf, zipOf } from '../support/workbooks.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

/** So many megabytes of spaces, packed to next to nothing. */
async function packedSpaces(megabytes: number): Promise<Buffer> {
  const one = Buffer.alloc(1024 * 1024, ' ')
  const packed = Readable.from(Array.from({ length: megabytes }, () => one)).pipe(
    createDeflateRaw({ level: 1 }),
  )
  return Buffer.concat(await packed.toArray())
}

/** What the rows of a file of career fields say, and what is wrong with them. */
async function rowsOf(bytes: string | Buffer, format: ImportFormat = 'csv') {
  const one = await planned(
    server,
    await importFile(server, 'career-fields', bytes, { format }),
    'career-fields',
  )
  const page = await read<ImportRowPage>(server, `/career-fields/imports/${one.id}/rows?limit=100`)
  return { one, rows: page.rows }
}

async function wordsOf(bytes: string | Buffer, format: ImportFormat = 'csv') {
  const { status, body } = await sendFile(server, 'career-fields', bytes, { format })
  return { status, message: String(Object(body.error).message) }
}

describe('files as people have them', () => {
  test.each<[string, string | Buffer, string[]]>([
    ['a byte order mark', '\uFEFFName,Description\r\nLaw,Courts\r\n', ['Law', 'Courts']],
    ['semicolons', 'Name;Description\nLaw;Courts, and more\n', ['Law', 'Courts, and more']],
    ['tabs', 'Name\tDescription\nLaw\tCourts', ['Law', 'Courts']],
    ['only carriage returns', 'Name,Description\rLaw,Courts\r', ['Law', 'Courts']],
    ['line ends within quotes', 'Name,Description\n"Law","a\r\nb ""c"""\n', ['Law', 'a\r\nb "c"']],
    ['a head within quotes and with spaces', '" NAME ";description\nLaw;x', ['Law', 'x']],
    ['Windows-1252', Buffer.from('Name;Description\nCafé;Größe', 'latin1'), ['Café', 'Größe']],
    ['UTF-16', Buffer.from('\uFEFFName\tDescription\nCafé\tx', 'utf16le'), ['Café', 'x']],
    ['empty lines and empty rows', '\n\nName,Description\n\n,\nLaw,x\n,\n\n', ['Law', 'x']],
    ['one column', 'name\nLaw', ['Law']],
    ['two columns of one name', 'name,name\nLaw,Other', ['Law', 'Other']],
    ['marks of an export', 'name,description\nLaw,"\'=1+1; \'-2"', ['Law', '=1+1; -2']],
  ])('%s are read', async (_what, bytes, cells) => {
    const { one, rows } = await rowsOf(bytes)
    expect(one.columns[0]?.field).toBe('name')
    expect(rows).toMatchObject([{ cells, state: 'create', faults: [] }])
  })

  test('a line is named by its place in the file, also behind one of several lines', async () => {
    const { rows } = await rowsOf('name,description\nOne,"a\r\nb\nc"\n\nTwo,x')
    expect(rows.map(({ line }) => line)).toEqual([2, 6])
  })

  test('a row with too many cells is refused until somebody looked at it; a short one has empty cells', async () => {
    const { one, rows } = await rowsOf('name,description\nLaw\nArt,x,y\nBio,z,')
    expect(rows.map(({ state }) => state)).toEqual(['create', 'refused', 'create'])
    expect(rows[0]?.cells).toEqual(['Law', ''])
    expect(rows[1]?.faults[0]?.message).toBe(
      'The line has 3 cells, and the head 2: a separator or a quote is wrong.',
    )
    const { body } = await server.call('PATCH', `/career-fields/imports/${one.id}/rows/3`, {
      body: { cells: { 1: 'Drawing' } },
    })
    expect(body).toMatchObject({ state: 'create', cells: ['Art', 'Drawing'], faults: [] })
    const now = await read<Import>(server, `/career-fields/imports/${one.id}`)
    expect(now.counts).toMatchObject({ create: 3, refused: 0 })
  })

  test.each<[string, string | Buffer, ImportFormat, RegExp]>([
    ['nothing', '', 'csv', /empty/],
    ['spaces', ' \n \n', 'csv', /empty/],
    ['only a head', 'name,description\n', 'csv', /head and no rows/],
    ['NUL', 'name\nA\0B', 'csv', /no text file/],
    ['a workbook as CSV', Buffer.from('PK\x03\x04rest'), 'csv', /Excel workbook/],
    ['a quote that never closes', `name\n"${'x'.repeat(100)}`, 'csv', /never closed/],
    ['a cell of two million letters', `name\n"${'x'.repeat(2_000_000)}"`, 'csv', /million/],
    [
      'UTF-8 that breaks',
      Buffer.concat([
        Buffer.from('name\nCafé'),
        Buffer.alloc(70_000, 'a'),
        Buffer.from([0xe9, 0x41]),
      ]),
      'csv',
      /UTF-8/,
    ],
    ['no JSON', 'name,description', 'json', /list of objects/],
    ['half of JSON', '[{"name":"Law"},', 'json', /list of objects/],
    ['JSON of texts', '["Law"]', 'json', /list of objects/],
    ['an object without rows', '{"name":"Law"}', 'json', /list of objects/],
    ['an empty list', '[]', 'json', /empty|no rows/],
    ['no zip', Buffer.from('PK\x03\x04 no zip at all'), 'xlsx', /no Excel workbook/],
    ['text as a workbook', 'name\nLaw', 'xlsx', /no Excel workbook/],
    [
      'a zip of something else',
      zipOf([{ path: 'a.xml', data: '<a/>' }]),
      'xlsx',
      /no Excel workbook/,
    ],
  ])('%s is refused in words', async (_what, bytes, format, words) => {
    const { status, message } = await wordsOf(bytes, format)
    expect([status, message]).toEqual([400, expect.stringMatching(words)])
    expect(
      (await server.store.pool.query("select 1 from imports where state = 'reading'")).rows,
    ).toEqual([])
  })

  test('JSON is read as an export has it, and as a list, in pieces of any size', async () => {
    const list = [
      { name: 'Law "[{', description: null, more: { a: [1, '}'] } },
      { description: 'x', name: 'Art' },
    ]
    for (const text of [
      JSON.stringify(list),
      JSON.stringify({ about: [1], rows: list }, null, 2),
    ]) {
      const { one, rows } = await rowsOf(text, 'json')
      expect(one.columns.map(({ header }) => header)).toEqual(['name', 'description', 'more'])
      expect(rows.map(({ cells }) => cells)).toEqual([
        ['Law "[{', '', '{"a":[1,"}"]}'],
        ['Art', 'x', ''],
      ])
    }
  })
})

describe('cells that hold no value', () => {
  test('refuse their row at the cell, and clear nothing that is stored', async () => {
    await server.call('POST', '/career-fields', { body: { name: 'Lore', description: 'kept' } })
    const list = await server.call('GET', '/career-fields?search=Lore')
    const [lore] = list.body.careerFields as { _id: string }[]
    const file = `ID,Name,Description\n${lore?._id},Lore,#BEZUG!\n,Law,########\n,Math,Gr\uFFFDe`
    const { one, rows } = await rowsOf(file)
    expect(rows.map(({ faults }) => faults)).toEqual([
      [{ column: 2, message: 'Description: the cell holds the error #BEZUG!.' }],
      [
        {
          column: 2,
          message: 'Description: the cell holds ########: its column was too narrow for its value.',
        },
      ],
      [{ column: 2, message: 'Description: the cell holds characters that cannot be read.' }],
    ])
    const { body } = await server.call('PATCH', `/career-fields/imports/${one.id}/rows/2`, {
      body: { cells: { 2: 'changed' } },
    })
    expect(body).toMatchObject({ state: 'update', faults: [] })
  })

  test('refuse nothing where their column fills no field, and a JSON text is what it says', async () => {
    const { rows } = await rowsOf('Name,Other\nLaw,#N/A')
    expect(rows).toMatchObject([{ state: 'create', faults: [] }])
    const text = JSON.stringify([{ name: 'Law', description: '#N/A' }])
    expect((await rowsOf(text, 'json')).rows).toMatchObject([{ state: 'create', faults: [] }])
  })

  test('an unchanged export of such texts changes nothing', async () => {
    await server.call('POST', '/career-fields', {
      body: { name: 'Odd', description: '#N/A' },
    })
    const { bytes } = await server.call('GET', '/career-fields/export?format=csv&search=Odd')
    expect((await rowsOf(bytes)).rows).toMatchObject([{ state: 'unchanged', faults: [] }])
  })
})

describe('how a file is read can be chosen', () => {
  test('its encoding, where it is neither UTF-8 nor Windows-1252', async () => {
    const bytes = Buffer.from('name,description\n\x83\x81\x81[\x83\x8B,x', 'latin1')
    const { status, body } = await sendFile(server, 'career-fields', bytes)
    expect([status, Object(body.error).fields]).toEqual([
      400,
      { encoding: expect.stringContaining('Choose its encoding') },
    ])
    const one = await importFile(server, 'career-fields', bytes, {
      asked: { encoding: 'shift_jis' },
    })
    expect(one.reading).toEqual({
      ...{ encoding: 'shift_jis', separator: 'comma', headLine: 1 },
      preview: [
        { line: 1, cells: ['name', 'description'] },
        { line: 2, cells: ['メール', 'x'] },
      ],
    })
  })

  test.each([
    ['encoding=latin', 'encoding must be one of utf-8, windows-1252'],
    ['separator=;', 'separator must be one of comma, semicolon, tab, pipe.'],
    ['headLine=0', 'headLine must be the number of a line, from 1.'],
  ])('%s is refused', async (query, words) => {
    const { status, body } = await server.call('POST', `/users/imports?name=x.csv&${query}`, {
      body: 'email\nx',
      headers: { 'content-type': 'text/csv' },
    })
    expect([status, Object(body.error).message]).toEqual([400, expect.stringContaining(words)])
  })
})

describe('numbers and dates', () => {
  const path = 'missions/templates'
  const head = 'Title;Type;Experience;Skill points'
  const rowsIn = async (one: Import) =>
    (await read<ImportRowPage>(server, `/${path}/imports/${one.id}/rows`)).rows

  test('of a form that the file does not show are asked for once, never guessed', async () => {
    const one = await importFile(server, path, `${head}\nThousand;research;1.000;12`)
    expect(one.numbers).toEqual({ form: null, isDetected: false, example: '1.000' })
    const place = `/${path}/imports/${one.id}`
    const asked = await server.call('POST', `${place}/plan`)
    expect([asked.status, Object(asked.body.error).fields]).toEqual([
      400,
      { numbers: "Say how numbers are written: '1.000' may mean two things." },
    ])
    const columns = one.columns.map(({ field }) => field)
    const body = { columns, by: null, numbers: 'comma' }
    const set = (await server.call('PUT', `${place}/columns`, { body })).body
    expect(set.numbers).toEqual({ form: 'comma', isDetected: false, example: '1.000' })
    await planned(server, one, path)
    expect(await rowsIn(one)).toMatchObject([{ state: 'create', faults: [] }])
    await applied(server, await read<Import>(server, place), { path })
    const { body: list } = await server.call('GET', `/${path}?search=Thousand`)
    expect(list.missions).toMatchObject([{ rewards: { experience: 1000, skillPoints: 12 } }])
  })

  test('are read by the form that other cells show; what has another one is refused', async () => {
    const file = `${head}\nA;research;1.000;3,5\nB;research;0x1F;2\nC;research;12 %;1e3`
    const one = await planned(server, await importFile(server, path, file), path)
    expect(one.numbers).toEqual({ form: 'comma', isDetected: true, example: '1.000' })
    const [first, second, third] = await rowsIn(one)
    expect(first?.faults.map(({ column }) => column)).toEqual([3])
    expect(second?.faults).toMatchObject([
      { column: 2, message: expect.stringContaining('number') },
    ])
    expect(third?.faults).toMatchObject([
      {
        column: 2,
        message: 'Experience: write the number alone, without a sign for percent or a currency.',
      },
      { column: 3, message: 'Skill Points must be a number, like 1000 or 1.5.' },
    ])
  })
})

describe('workbooks', () => {
  const head =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Description</t></is></c></row>'
  const cell = (at: string, xml: string, more = '') => `<c r="${at}"${more}>${xml}</c>`
  const text = (at: string, words: string) => cell(at, `<is><t>${words}</t></is>`, ' t="inlineStr"')

  test('numbers, flags, dates of both calendars, formulas and merged cells are what they show', async () => {
    const cells = [
      text('A2', 'Law') + cell('B2', '<v>0.1</v>'),
      text('A3', 'Art') + cell('B3', '<v>1</v>', ' t="b"'),
      text('A4', 'Bio') + cell('B4', '<v>46082.5</v>', ' s="2"'),
      text('A5', 'Geo') + cell('B5', '<f>1+1</f><v>2</v>'),
      text('A6', 'Math') + cell('B6', '<v>46082</v>', ' s="2"'),
    ]
    const rows = head + cells.map((one, at) => `<row r="${at + 2}">${one}</row>`).join('')
    const merged = '<mergeCells count="1"><mergeCell ref="A6:B6"/></mergeCells>'
    const told = async (is1904: boolean) =>
      (await rowsOf(sheetOf(rows, { is1904, more: merged }), 'xlsx')).rows.map(
        (row) => row.cells[1],
      )
    expect(await told(false)).toEqual(['0.1', 'true', '2026-03-01 12:00:00', '2', '2026-03-01'])
    expect((await told(true))[4]).toBe('2030-03-02')
  })

  test('the sheet about an export is no data, wherever it stands', async () => {
    const about = {
      title: 'About',
      columns: [{ key: 'a', label: 'About', kind: 'text' as const }],
      pages: [[['x']]],
    }
    const data = {
      title: 'Fields',
      columns: [{ key: 'n', label: 'Name', kind: 'text' as const }],
      pages: [[['Law']]],
    }
    const pieces: Buffer[] = []
    for await (const piece of workbook([about, data], 'UTC')) pieces.push(piece)
    const { rows } = await rowsOf(Buffer.concat(pieces), 'xlsx')
    expect(rows.map(({ cells }) => cells)).toEqual([['Law']])
  })

  test('one that only seems small ends its thread alone, and the server answers on', async () => {
    const bomb = await packedSpaces(400)
    const entries: Entry[] = [{ path: 'xl/worksheets/sheet1.xml', packed: bomb, size: 100 }]
    const { status, message } = await wordsOf(sheetOf(head, { instead: entries }), 'xlsx')
    expect([status, message]).toEqual([400, expect.stringMatching(/too large/)])
    expect((await server.call('GET', '/health')).status).toBe(200)
  })
})

test('what is larger than a file may be is refused with 413', async () => {
  const { status, body } = await server.call('POST', '/users/imports?name=x.csv', {
    body: 'name\nx',
    headers: { 'content-type': 'text/csv', 'content-length': String(65 * 1024 * 1024) },
  })
  expect([status, Object(body.error).code]).toEqual([413, 'too_large'])
  const json = await server.call('POST', '/users/imports?name=x.json', {
    body: `[{"name":"${' '.repeat(21 * 1024 * 1024)}"}]`,
    headers: { 'content-type': 'application/json' },
  })
  expect([json.status, json.body.error]).toEqual([
    413,
    { code: 'too_large', message: 'The file is larger than 20 MB. Divide it.' },
  ])
})

test('a template has a head for all that a file may say, each read as what it means', async () => {
  for (const resource of registry.filter(isImportable)) {
    const path = resource.api.path.slice(1)
    const { bytes } = await server.call('GET', `/${path}/imports/template?format=csv`)
    const heads = readCsv(bytes).header
    if (resource.name === 'users') expect(heads).toContain('Password')
    const row = heads.map((_head, at) => (at === 1 ? 'x' : '')).join(',')
    const one = await importFile(server, path, `${bytes.toString('utf8').trimEnd()}\r\n${row}\r\n`)
    const meant = one.columns.map(({ field }) => field)
    expect(meant, resource.name).toEqual(targetFields(resource).map((field) => field.path))
  }
})
