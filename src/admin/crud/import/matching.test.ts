import { expect, test } from 'vitest'
import { matchedAgain } from './matching.ts'

const column = (header: string, field: string | null) => ({ header, field, sample: [] })

test('columns of a file that is read again fill what they filled, by their names', () => {
  const before = [column('Titel', 'title'), column('Art', null), column('Feld', 'a')]
  const again = [column('Art', 'type'), column('Titel', null), column('Neu', 'difficulty')]
  expect(matchedAgain(again, before)).toEqual(['', 'title', 'difficulty'])
})

test('a name that stands twice says nothing', () => {
  const before = [column('Feld', 'a'), column('Feld', 'b')]
  expect(matchedAgain([column('Feld', 'c')], before)).toEqual(['c'])
})
