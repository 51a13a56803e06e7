import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { targetFields } from './match-columns.ts'
import { formsOf, noteSigns } from './number-date-formats.ts'

const missions = registry.find(({ name }) => name === 'missions/templates')
const fields = missions ? targetFields(missions) : []

/** How the numbers of a file are written whose columns have these heads, fields and cells. */
function numbersOf(
  columns: [header: string, field: string | null, ...cells: string[]][],
  { separator = 'comma', ...said }: { separator?: 'comma' | 'semicolon'; numbers?: 'comma' } = {},
) {
  const one: Parameters<typeof formsOf>[0] = {
    ...{ format: 'csv', reading: { separator, preview: [] }, numbers: null, dates: null, ...said },
    columns: columns.map(([header, field, ...cells]) => {
      const signs = { numbers: {}, dates: {} }
      for (const cell of cells) noteSigns(signs, cell)
      return { header, field, sample: [], signs }
    }),
  }
  const { numbers } = formsOf(one, fields)
  return numbers.example === undefined ? undefined : numbers
}

const EXPERIENCE = 'rewards.experience'

test.each<[string, Parameters<typeof numbersOf>, unknown]>([
  ['columns that fill no number', [[['Experience', null, '1.000']]], undefined],
  ['cells that mean one thing', [[['Experience', EXPERIENCE, '12', '1.5']]], undefined],
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
  expect(numbersOf(...given)).toEqual(shown)
})
