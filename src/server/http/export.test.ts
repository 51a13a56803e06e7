import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sourceOf } from '#server/analytics/figures-export-routes.ts'
import { readCsv, readSheets, runningPieces } from '../../../tests/support/read-export.ts'
import { csvHead, csvLines, inert } from './csv-writer.ts'
import { type Cell, type Column, jsonText, type Row, streamOf } from './export-file.ts'
import { LONGEST_TEXT, letters, sheetName, workbook } from './xlsx-writer.ts'

const columns: Column[] = [
  { key: 'text', label: 'Text', kind: 'text' },
  { key: 'number', label: 'Number', kind: 'number' },
]

/** Texts of people who mean no good, or who merely write as people do. */
const NASTY = [
  ...['=cmd|"/c calc"!A1', '+1', '-5', '@SUM(A1)', '\tx', '\rx', '＝1+1', '＋1', '－1', '＠x'],
  ...['x;=1+1;y', 'x\t=1+1', 'x\n+1', '\u200B=1', 'x|\uFEFF\u00A0@y', 'x,"=1"', "''=1"],
  ...['a "quoted" word', 'a,b;c', 'two\r\nlines', 'two\nlines', ' spaces  within ', "'=1"],
  ...['👩🏽‍🚀', 'e\u0301', 'ﷺ', 'עברית', '<b>&amp;</b>', ']]>', '_x0041_', '007', '1e5', 'TRUE'],
]

/** As the API's description says that texts are had back. */
function withoutApostrophes(text: string): string {
  return text.replace(
    /(^|[;,|\p{Cc}\p{Zl}\p{Zp}])(["\p{Zs}\p{Cf}]*)'(?='*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu,
    '$1$2',
  )
}

async function readBack(rows: Row[], mostRows?: number) {
  const table = { title: 'Rows', columns, pages: [rows] }
  return readSheets(await buffer(workbook([table], 'UTC', mostRows)))
}

describe('CSV', () => {
  const read = (rows: Row[]) =>
    readCsv(Buffer.from(csvHead(columns) + csvLines(columns, rows))).records

  test('every text comes back as it was, once the apostrophes before signs are taken away', () => {
    const back = read(NASTY.map((text) => [text, 1])).map(({ text = '' }) => text)
    expect(back.map(withoutApostrophes)).toEqual(NASTY)
  })

  test.each([
    ['=1', "'=1"],
    ['＝1', "'＝1"],
    ['x;=1', "x;'=1"],
    ['a\t -1', "a\t '-1"],
    ['\u200B@a', "\u200B'@a"],
    ['x,"=1"', 'x,"\'=1"'],
    ["'=1", "''=1"],
    ['=1;=2\r\n=3', "'=1;'=2\r\n'=3"],
    ['a - b = c', 'a - b = c'],
    ['one, two; three', 'one, two; three'],
    ['-', "'-"],
    ['ada+news@example.org', 'ada+news@example.org'],
    ["l'été", "l'été"],
  ])('%j is written as %j', (text, written) => expect(inert(text)).toBe(written))

  test('no piece of a line begins like a formula, wherever it is split; the text can be had back', () => {
    const piece = fc.constantFrom(...'=+-@＝﹣;,|\t\r\n"\'\u200B\uFEFF\u00A0\u202E\u001B a1')
    const texts = fc.array(fc.array(piece, { maxLength: 12 }).map((all) => all.join('')))
    fc.assert(
      fc.property(texts, (all) => {
        const file =
          csvHead(columns) +
          csvLines(
            columns,
            all.map((text): Row => [text, -5]),
          )
        expect(runningPieces(file)).toEqual([])
        expect(all.map((text) => withoutApostrophes(inert(text)))).toEqual(all)
      }),
      { seed: 5, numRuns: 100 },
    )
  })

  test('numbers stay numbers, also negative ones and those of the database', () => {
    const cells: Cell[] = [-5, 0, 1.5, '-7', null]
    expect(read(cells.map((cell) => ['', cell])).map(({ number }) => number)).toEqual([
      ...['-5', '0', '1.5', '-7', ''],
    ])
  })

  test('begins with a byte order mark, ends lines with CRLF and quotes only what needs it', () => {
    const text =
      csvHead(columns) +
      csvLines(columns, [
        ['a"b', 1],
        ['c', 2],
      ])
    expect(text).toBe('\uFEFFtext,number\r\n"a""b",1\r\nc,2\r\n')
  })
})

describe('JSON', () => {
  test('is one object, with every text as it is', async () => {
    const head = { columns, contents: 'All' }
    async function* pages(...all: Row[][]) {
      yield* all
    }
    const read = async (...all: Row[][]) =>
      JSON.parse(
        (await buffer(streamOf(jsonText(pages(...all), head, { zone: 'UTC' })))).toString(),
      )
    const [first = [], ...more] = NASTY.map((text): Row => [text, '3'])
    expect(await read([first], more)).toEqual({
      ...{ zone: 'UTC', contents: 'All' },
      rows: NASTY.map((text) => ({ text, number: 3 })),
    })
    expect(await read()).toEqual({ zone: 'UTC', contents: 'All', rows: [] })
  })
})

describe('workbooks', () => {
  test('every text comes back as a text', async () => {
    const { Rows = [] } = await readBack(NASTY.map((text) => [text, 1]))
    // An escaped underscore is undone by spreadsheets, but not by this reader.
    const back = Rows.slice(1).map(([text]) => String(text).replace('_x005F_', '_'))
    expect(back).toEqual(NASTY)
    expect(Rows[0]).toEqual(['Text', 'Number'])
  })

  test('what XML forbids is left out, and what a cell cannot hold is cut between characters', async () => {
    const { Rows = [] } = await readBack([
      ['a\u000B\u0000b\uFFFEc\uD800d', 1],
      ['x'.repeat(40_000), 1],
      [`${'x'.repeat(LONGEST_TEXT - 1)}😀`, 1],
    ])
    expect(Rows.slice(1).map(([text]) => text)).toEqual([
      'abcd',
      'x'.repeat(LONGEST_TEXT),
      'x'.repeat(LONGEST_TEXT - 1),
    ])
  })

  test('days, times, percent and numbers have their types; times are those of the zone', async () => {
    const typed: Column[] = [
      { key: 'day', label: 'Day', kind: 'day' },
      { key: 'at', label: 'At', kind: 'moment' },
      { key: 'rate', label: 'Rate', kind: 'percent' },
      { key: 'n', label: 'N', kind: 'number' },
    ]
    const rows: Row[] = [
      ['2024-02-29', '2026-03-29T00:59:59.000Z', 45.6, '-7'],
      ['2026-11-20', '2026-03-29T01:00:00.250Z', 100, 0],
      ['1900-01-01', '1899-12-31T00:00:00.000Z', null, null],
    ]
    const table = { title: 'Typed', columns: typed, pages: [rows] }
    const { Typed } = await readSheets(await buffer(workbook([table], 'Europe/Vienna')))
    expect(Typed).toEqual([
      ['Day', 'At (Europe/Vienna)', 'Rate', 'N'],
      [new Date('2024-02-29'), new Date('2026-03-29T01:59:59.000Z'), 0.456, -7],
      [new Date('2026-11-20'), new Date('2026-03-29T03:00:00.250Z'), 1, 0],
      ['1900-01-01', '1899-12-31T00:00:00.000Z', null, null],
    ])
  })

  test('rows that do not fit go on to a next sheet, under the same heading', async () => {
    const rows = Array.from({ length: 7 }, (_, index): Row => [`row ${index}`, index])
    const sheets = await readBack(rows, 4)
    expect(Object.keys(sheets)).toEqual(['Rows', 'Rows 2', 'Rows 3'])
    for (const [head] of Object.values(sheets)) expect(head).toEqual(['Text', 'Number'])
    expect(Object.values(sheets).flatMap(([, ...rest]) => rest)).toEqual(rows)
    expect(Object.keys(await readBack(rows.slice(0, 3), 4))).toEqual(['Rows'])
    expect(await readBack([])).toEqual({ Rows: [['Text', 'Number']] })
  })

  test('names of sheets are such as Excel takes', () => {
    expect(sheetName('a/b:c*d?e[f]g\\h')).toBe('a b c d e f g h')
    expect(sheetName('x'.repeat(40), 12)).toBe(`${'x'.repeat(28)} 12`)
    expect([0, 25, 26, 51, 52, 701, 702].map(letters)).toEqual([
      ...['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'],
    ])
  })

  test('a failing table breaks the workbook off', async () => {
    async function* failing(): AsyncGenerator<Row[]> {
      yield [['a', 1]]
      await Promise.resolve()
      throw new Error('the rows broke off')
    }
    const table = { title: 'Rows', columns, pages: failing() }
    await expect(buffer(workbook([table], 'UTC'))).rejects.toThrow('the rows broke off')
  })

  test('destroying a workbook ends the reading of its rows', async () => {
    let isLetGo = false
    async function* endless(): AsyncGenerator<Row[]> {
      await Promise.resolve()
      try {
        for (;;) yield Array.from({ length: 100 }, (): Row => [Math.random().toString(36), 1])
      } finally {
        isLetGo = true
      }
    }
    const output = workbook([{ title: 'Rows', columns, pages: endless() }], 'UTC')
    for await (const _ of output) break
    expect(output.destroyed).toBe(true)
    await expect.poll(() => isLetGo).toBe(true)
  })
})

test('a source has no column that tells of a key which the role may not read, or that is unknown', () => {
  const column = { label: 'X', kind: 'text' as const, tells: ['email'] }
  const table = {
    ...{ title: 'Rows', contents: '', from: 'users u', where: 'true', order: 'u.id' },
    columns: [
      { ...column, key: 'mail', sql: "u.data ->> 'email'" },
      { ...column, key: 'name', sql: "u.data ->> 'firstName'", tells: ['firstName'] },
      { ...column, key: 'secret', sql: "u.data ->> 'passwordHash'", tells: ['passwordHash'] },
    ],
  }
  const { columns, select } = sourceOf(table, ['firstName', 'lastName'])
  expect(columns.map(({ key }) => key)).toEqual(['name'])
  expect(select.toQuery().text).toContain(`select u.data ->> 'firstName' as "name" from`)
})

describe('streams', () => {
  test('give all pieces in their order, and their failure', async () => {
    async function* pieces(isWhole: boolean) {
      await Promise.resolve()
      for (let index = 0; index < 1000; index += 1) yield `${index} `.repeat(20)
      if (!isWhole) throw new Error('broken')
    }
    const whole = (await buffer(streamOf(pieces(true)))).toString()
    expect(whole.trim().split(' ')).toHaveLength(20_000)
    await expect(buffer(streamOf(pieces(false)))).rejects.toThrow('broken')
  })

  test('are destroyed at once, even while a piece is under way', async () => {
    async function* stuck(): AsyncGenerator<string> {
      yield 'first'
      await new Promise(() => undefined)
    }
    const stream: Readable = streamOf(stuck())
    stream.resume()
    await new Promise((resolve) => setTimeout(resolve, 10))
    const closed = new Promise((resolve) => stream.once('close', resolve))
    stream.destroy()
    await closed
  })
})
