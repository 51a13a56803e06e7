import { Readable } from 'node:stream'
import { createDeflateRaw } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Import, ImportFormat, ImportRowPage } from '#contract/imports.ts'
import { registry } from '#resources/index.ts'
import { isImportable, targetFields } from '#server/imports/match-columns.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { applied, importFile, planned, read, sendFile } from '../support/imports.ts'
import { readCsv } from '../support/read-export.ts'
import { type Entry, sheetOf } from '../support/workbooks.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

/** Megabytes of spaces, compressed. */
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
    ['empty lines and empty rows', '\n\nName,Description\n\n,\nLaw,x\n,\n\n', ['Law', 'x']],
    ['two columns of one name', 'name,name\nLaw,Other', ['Law', 'Other']],
    ['marks of an export', 'name,description\nLaw,"\'=1+1; \'-2"', ['Law', '=1+1; -2']],
  ])('%s are read', async (_what, bytes, cells) => {
    const { one, rows } = await rowsOf(bytes)
    expect(one.columns[0]?.field).toBe('name')
    expect(rows).toMatchObject([{ cells, state: 'create', faults: [] }])
  })

  test('a row with too many cells is refused until it is fixed; a short one has empty cells', async () => {
    const { one, rows } = await rowsOf('name,description\nLaw\nArt,x,y\nBio,z,')
    expect(rows.map(({ state }) => state)).toEqual(['create', 'refused', 'create'])
    expect(rows[0]?.cells).toEqual(['Law', ''])
    expect(rows[1]?.faults[0]?.message).toBe(
      'This line has 3 cells, but there are 2 columns. Check its separators and quotes.',
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
    ['only a head', 'name,description\n', 'csv', /column names but no rows/],
    ['a quote that never closes', `name\n"${'x'.repeat(100)}`, 'csv', /not closed/],
    ['no JSON', 'name,description', 'json', /list of objects/],
    ['no zip', Buffer.from('PK\x03\x04 no zip at all'), 'xlsx', /not a complete Excel workbook/],
  ])('%s is refused in words', async (_what, bytes, format, words) => {
    const { status, message } = await wordsOf(bytes, format)
    expect([status, message]).toEqual([400, expect.stringMatching(words)])
    expect(
      (await server.store.pool.query("select 1 from imports where state = 'reading'")).rows,
    ).toEqual([])
  })
})

describe('cells with spreadsheet errors', () => {
  test('are reported at the cell and clear no stored value', async () => {
    await server.call('POST', '/career-fields', { body: { name: 'Lore', description: 'kept' } })
    const list = await server.call('GET', '/career-fields?search=Lore')
    const [lore] = list.body.careerFields as { _id: string }[]
    const file = `ID,Name,Description\n${lore?._id},Lore,#BEZUG!\n,Law,########\n,Math,Gr\uFFFDe`
    const { one, rows } = await rowsOf(file)
    expect(rows.map(({ faults }) => faults)).toEqual([
      [{ column: 2, message: 'Description: the cell has the error #BEZUG!.' }],
      [
        {
          column: 2,
          message: 'Description: the cell has ########: its column was too narrow for the value.',
        },
      ],
      [{ column: 2, message: 'Description: the cell has characters that cannot be read.' }],
    ])
    const { body } = await server.call('PATCH', `/career-fields/imports/${one.id}/rows/2`, {
      body: { cells: { 2: 'changed' } },
    })
    expect(body).toMatchObject({ state: 'update', faults: [] })
  })
})

describe('reading options', () => {
  test('the encoding must be chosen if it is neither UTF-8 nor Windows-1252', async () => {
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
    ['headLine=0', 'headLine must be a line number, from 1.'],
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

  test('in an ambiguous format need a choice', async () => {
    const one = await importFile(server, path, `${head}\nThousand;research;1.000;12`)
    expect(one.numbers).toEqual({ form: null, isDetected: false, example: '1.000' })
    const place = `/${path}/imports/${one.id}`
    const asked = await server.call('POST', `${place}/plan`)
    expect([asked.status, Object(asked.body.error).fields]).toEqual([
      400,
      { numbers: "Choose the format of numbers: '1.000' is ambiguous." },
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
})

describe('workbooks', () => {
  const head =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Description</t></is></c></row>'

  test('a zip bomb is refused and the server goes on', async () => {
    const bomb = await packedSpaces(400)
    const entries: Entry[] = [{ path: 'xl/worksheets/sheet1.xml', packed: bomb, size: 100 }]
    const { status, message } = await wordsOf(sheetOf(head, { instead: entries }), 'xlsx')
    expect([status, message]).toEqual([400, expect.stringMatching(/too large/)])
    expect((await server.call('GET', '/health')).status).toBe(200)
  })
})

test('a file over the size limit is 413', async () => {
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
    { code: 'too_large', message: 'The file is larger than 20 MB. Split it into smaller files.' },
  ])
})

test('a template has a heading for each importable field, and each is recognized', async () => {
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
