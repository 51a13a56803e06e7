import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trimUnseen } from '#model/clean-text.ts'
import { completeRegistry } from '#model/complete.ts'
import * as declared from '#resources/declared.ts'
import { registry } from '#resources/index.ts'
import { inert, withoutMarks } from '#server/http/csv-writer.ts'
import type { Data } from '#server/records/shape.ts'
import visits from '../../../tests/fixtures/visits.ts'
import { isImportable, matchHeads, targetFields } from './match-columns.ts'
import type { Forms } from './number-date-formats.ts'
import type { Cell } from './parse-file.ts'
import { errorIn, mappedColumns, NO, rowToBody, YES } from './row-to-body.ts'

const all = [...registry, ...completeRegistry([...Object.values(declared), visits])]
const named = (name: string) => {
  const found = all.find((one) => one.name === name)
  if (!found) throw new Error(`There is no resource '${name}'.`)
  return found
}
const ID = '01890a5d-ac96-774b-bcce-b302099a8057'

/** What a row of these columns asks for; of a record that is there what it says otherwise. */
function bodyFrom(resource: string, cells: Record<string, Cell>, record?: Data, forms: Forms = {}) {
  const fields = targetFields(named(resource))
  const headers = Object.keys(cells)
  const matched = matchHeads(headers, fields)
  const columns = headers.map((header, at) => ({ header, field: matched[at] ?? null, sample: [] }))
  const ids = new Map([
    [
      'career-fields',
      new Map([
        ['Law', [ID]],
        ['Art', ['a', 'b']],
      ]),
    ],
  ])
  const reading = { zone: 'Europe/Vienna', format: 'csv' as const, forms, ids }
  return rowToBody(mappedColumns(columns, fields), Object.values(cells), record, reading)
}

test('marks of an export are taken off, whatever the text', () => {
  const letters = fc.constantFrom("'", '=', '+', '-', '@', ';', ',', ' ', '"', '\n', 'a', '＝')
  fc.assert(
    fc.property(fc.string({ unit: letters }), (text) => {
      expect(withoutMarks(inert(text))).toBe(text)
    }),
  )
})

test.each([
  [
    'users',
    ['ID', 'EMAIL', ' first  name ', 'Last-Name', 'status', 'Created'],
    ['_id', 'email', 'firstName', 'lastName', 'isActive', null],
  ],
  [
    'missions/templates',
    ['careerFields', 'careerFieldsNames', 'Experience'],
    ['careerFields', null, 'rewards.experience'],
  ],
  ['missions/templates', ['Career Fields', 'Career Fields (IDs)'], [null, 'careerFields']],
  ['missions/templates', ['Career fields', 'career fields'], ['careerFields', null]],
  ['users', ['E-mail', 'Active', 'FIRST_NAME', ''], ['email', 'isActive', 'firstName', null]],
  ['users', ['E-Mail', 'email'], [null, 'email']],
  ['users', ['Active', 'Is active'], [null, 'isActive']],
])('heads of %s: %j fill %j', (name, headers, fields) => {
  expect(matchHeads(headers, targetFields(named(name)))).toEqual(fields)
})

test('cells are read as people write them', () => {
  const { body, faults } = bodyFrom('missions/templates', {
    Title: 'Read',
    Difficulty: 'Expert',
    Status: 'inactive',
    Skills: 'Reading, ，Research',
    Experience: ' 12 ',
    'Skill points': 'many',
    'Career fields': 'Law',
    'Duration value': '2',
    Steps: '[{"title":"One"}]',
    Description: ' ',
  })
  expect(faults).toEqual([])
  expect(body).toEqual({
    ...{ title: 'Read', difficulty: 'expert', isActive: false, skills: ['Reading', 'Research'] },
    // What is no number is left to the schema, which says so in its words.
    rewards: { experience: 12, skillPoints: 'many' },
    ...{ careerFields: [ID], estimatedDuration: { value: 2 }, steps: [{ title: 'One' }] },
  })
})

test('what cannot be read is told at its cell', () => {
  const { faults } = bodyFrom('missions/templates', {
    Title: 'Read',
    Steps: 'one, two',
    'Career fields': 'Art, Nothing',
  })
  expect(faults).toEqual([
    { column: 1, message: 'Steps must be JSON, as in an export.' },
    {
      column: 2,
      message:
        "Career Fields: several records have the name 'Art'. Enter the id. Career Fields: no record has the name 'Nothing'.",
    },
  ])
})

test.each([
  ['ja', true],
  ['WAHR', true],
  ['x', true],
  ['НЕТ', false],
  ['No', false],
  // The field's own words.
  ['Inactive', false],
])('the flag %j is %j', (word, isActive) => {
  expect(bodyFrom('users', { Status: word })).toEqual({ body: { isActive }, faults: [] })
})

test('numbers and dates are read in the file’s form; what is typed as a number is that number', () => {
  const forms = { numbers: 'comma', dates: 'dayFirst' } as const
  const cells = { Price: '1.000,5', Seats: '1.000', Day: '3/4/2026', Starts: '3/4/2026 9:05' }
  expect(bodyFrom('visits', cells, undefined, forms)).toEqual({
    body: { price: 1000.5, seats: 1000, on: '2026-04-03', startsAt: '2026-04-03T07:05:00.000Z' },
    faults: [],
  })
  expect(bodyFrom('visits', { Price: 1.125, Seats: 7 }, undefined, forms).body).toEqual({
    ...{ price: 1.125, seats: 7 },
  })
})

test('what is in another form, or says no year in full, is told at its cell', () => {
  const forms = { numbers: 'comma', dates: 'dayFirst' } as const
  const cells = { Price: '1.5', Day: '12/31/2026', Starts: '1.2.26', Seats: '5 €' }
  expect(bodyFrom('visits', cells, undefined, forms).faults.map(({ message }) => message)).toEqual([
    "Price: '1.5' is not written as the other numbers of the file, like 1.234,5.",
    "Day: '12/31/2026' is not written as the other dates of the file, like 31/12/2026.",
    "Starts: '1.2.26' has a two-digit year. Write four digits.",
    'Seats: write only the number, without a percent or currency sign.',
  ])
})

test('a number that a record holds says the same by its meaning, not by its letters', () => {
  const record = { price: 1, seats: 7 }
  const cells = { Price: '1.000', Seats: '7,0' }
  expect(bodyFrom('visits', cells, record, { numbers: 'comma' }).body).toEqual({ price: 1000 })
  // Typed into a row: it may be 1 or 1000.
  expect(bodyFrom('visits', { Price: '1.000' }, record).faults).toHaveLength(1)
})

test('a record is asked for nothing that it is already, and an empty cell takes away', () => {
  const record = {
    ...{ title: 'Read', skills: ['a, b', 'c'], description: 'x', isActive: true },
    ...{ estimatedDuration: { value: 2, unit: 'hours' }, careerFields: [ID] },
  }
  const same = { title: 'Read', skills: 'a, b, c', status: 'true', 'Career fields (IDs)': ID }
  expect(bodyFrom('missions/templates', same, record).body).toEqual({})
  const emptied = { description: '', skills: '', 'Duration Value': '', 'Duration Unit': '' }
  expect(bodyFrom('missions/templates', emptied, record).body).toEqual({
    ...{ description: null, skills: [], estimatedDuration: null },
  })
})

test('whatever has a list and can be created or edited can be imported', () => {
  expect(registry.filter(isImportable).map(({ name }) => name)).toEqual(
    registry.filter(({ hasOwnPage }) => !hasOwnPage).map(({ name }) => name),
  )
})

test('no word means both yes and no', () => {
  expect([...YES].filter((word) => NO.has(word))).toEqual([])
})

test.each([
  '#N/A',
  '#nv',
  ' #BEZUG! ',
  '\u200b#REF!\ufeff',
  '#¡DIV/0!',
  '#ДЕЛ/0!',
  '#スピル!',
  '#NENÍ_K_DISPOZICI',
  '#NOUDETAAN_TIETOJA',
  '#HENTER_DATA',
  '#ADATBETÖLTÉS',
  '########',
  'Err:502',
])('%s is an error of a spreadsheet', (text) => {
  expect(errorIn(text)).toContain(trimUnseen(text))
})

test.each([
  '#',
  '#1',
  '#1!',
  '#WOW!',
  '#FAQ?',
  '# Title',
  '#N/A is not here',
  '###',
  'N/A',
  '#tag',
  'Err:',
  'Err:5020',
])('%s is a text', (text) => {
  expect(errorIn(text)).toBeUndefined()
})
