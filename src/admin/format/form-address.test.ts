import { expect, test } from 'vitest'
import { readPlace, writePlace } from '#admin/format/form-address.ts'

test.each([
  ['', { search: '', view: undefined, edited: undefined, isAdding: false }],
  ['?add', { search: '', view: undefined, edited: undefined, isAdding: true }],
  [
    '?role=admin&view=7&add',
    { search: '?role=admin', view: '7', edited: undefined, isAdding: true },
  ],
  [
    '?search=add&edit=42',
    { search: '?search=add', view: undefined, edited: '42', isAdding: false },
  ],
])('an address contains the form that is open over its list: %s', (address, place) => {
  expect(readPlace(address)).toEqual(place)
  expect(writePlace(place)).toBe(address)
})

test('if an address has two forms, the edited record’s opens', () => {
  expect(writePlace(readPlace('?add=1&edit=42'))).toBe('?edit=42')
})
