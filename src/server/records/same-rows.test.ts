import { expect, test } from 'vitest'
import { createSameRows } from './same-rows.ts'

const rows = () => [
  ['ada', '1', null],
  ['ben', '2', 'x'],
]

test('the same rows have the same seal, whoever asks for them, and others have another', () => {
  const same = createSameRows()
  const seal = same.sealOf('list', rows(), 1)
  expect(same.sealOf('list', rows(), 1)).toBe(seal)
  const asker = rows().map(([, ...rest]) => ['somebody else', ...rest])
  expect(same.sealOf('list', asker, 1)).toBe(seal)
  const others = [
    rows().slice(0, 1),
    [...rows(), ['eve', '3', null]],
    [
      ['ada', '1', 'null'],
      ['ben', '2', 'x'],
    ],
    [
      ['ada', '1', null],
      ['ben', '2', 'y'],
    ],
    rows().toReversed(),
    [],
  ]
  for (const other of others) expect(same.sealOf('list', other, 1)).not.toBe(seal)
  // What was there before the last is not known any more.
  expect(same.sealOf('list', rows(), 1)).not.toBe(seal)
})

test('each statement has seals of its own, and of few the rows are kept', () => {
  const same = createSameRows()
  const seal = same.sealOf('one', rows(), 0)
  expect(same.sealOf('other', rows(), 0)).not.toBe(seal)
  expect(same.sealOf('one', rows(), 0)).toBe(seal)
  for (let at = 0; at < 10; at += 1) same.sealOf(`further ${at}`, rows(), 0)
  expect(same.sealOf('one', rows(), 0)).not.toBe(seal)
})
