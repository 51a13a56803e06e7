import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { targetFields } from './match-columns.ts'
import { type FileColumn, formsOf, noteSigns } from './number-date-formats.ts'

const missions = registry.find(({ name }) => name === 'missions/templates')
const [id, ...others] = missions ? targetFields(missions) : []
const fields = id ? [id, ...others, { ...id, path: 'starts', kind: 'day' as const }] : []

/** How the numbers and dates of a file are written whose columns have these heads, fields and cells. */
function formsIn(
  columns: [header: string, field: string | null, ...cells: string[]][],
  { separator = 'comma', ...said }: { separator?: 'comma' | 'semicolon'; numbers?: 'comma' } = {},
) {
  const one: Parameters<typeof formsOf>[0] = {
    ...{ format: 'csv', reading: { separator, preview: [] }, numbers: null, dates: null, ...said },
    columns: columns.map(([header, field, ...cells]): FileColumn => {
      const signs = { numbers: {}, dates: {} }
      for (const cell of cells) noteSigns(signs, cell)
      return { header, field, sample: [], signs }
    }),
  }
  return formsOf(one, fields)
}

const EXPERIENCE = 'rewards.experience'

test.each<[string, Parameters<typeof formsIn>, unknown]>([
  [
    'columns that fill no number',
    [[['Experience', null, '1.000']]],
    { form: null, isDetected: false },
  ],
  [
    'cells that show nothing',
    [[['Experience', EXPERIENCE, '12', 'many', '1 000']]],
    { form: null, isDetected: false },
  ],
  [
    'cells that mean one thing',
    [[['Experience', EXPERIENCE, '12', '1.5']]],
    { form: 'point', isDetected: true },
  ],
  [
    'cells that mean two',
    [[['Experience', EXPERIENCE, '1.000']]],
    { form: null, isDetected: false, example: '1.000' },
  ],
  [
    'cells that contradict each other',
    [[['Experience', EXPERIENCE, '1.5', '3,5']]],
    { form: null, isDetected: false, example: '3,5' },
  ],
  [
    'another column that is sure',
    [
      [
        ['Experience', EXPERIENCE, '1.000'],
        ['Points', 'rewards.skillPoints', '3,5'],
      ],
    ],
    { form: 'comma', isDetected: true, example: '1.000' },
  ],
  [
    'the answer of a person',
    [[['Experience', EXPERIENCE, '1.000']], { numbers: 'comma' }],
    { form: 'comma', isDetected: false, example: '1.000' },
  ],
  [
    'an export as it is',
    [
      [
        ['id', '_id'],
        [EXPERIENCE, EXPERIENCE, '1.125'],
      ],
    ],
    { form: 'point', isDetected: true, example: '1.125' },
  ],
  [
    'an export that a spreadsheet wrote again',
    [
      [
        ['id', '_id'],
        [EXPERIENCE, EXPERIENCE, '1.125'],
      ],
      { separator: 'semicolon' },
    ],
    { form: null, isDetected: false, example: '1.125' },
  ],
  [
    'heads of an export over numbers that are none of it',
    [
      [
        ['id', '_id'],
        [EXPERIENCE, EXPERIENCE, '1,125'],
      ],
    ],
    { form: null, isDetected: false, example: '1,125' },
  ],
])('numbers by %s', (_what, given, shown) => {
  expect(formsIn(...given).numbers).toEqual(shown)
})

test('dates are told by their columns together', () => {
  const texts = ['1/2/2026', '31/1/2026', '2026-01-31']
  expect(formsIn(texts.map((text) => ['Starts', 'starts', text])).dates).toEqual({
    ...{ form: 'dayFirst', isDetected: true, example: '1/2/2026' },
  })
})

test('a column without signs, as earlier versions left it, shows nothing', () => {
  const column = { header: 'Experience', field: EXPERIENCE, sample: [] } as unknown as FileColumn
  const one = { columns: [column], reading: { preview: [] }, numbers: null, dates: null }
  expect(formsOf({ ...one, format: 'csv' }, fields).numbers.form).toBeNull()
})
