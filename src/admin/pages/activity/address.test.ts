import { expect, test } from 'vitest'
import { daysAlone, readAsked, writeAsked } from './address.ts'

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const read = (query: string) => readAsked(new URLSearchParams(query))

test('ACT-01 what is shown can be read back from its address', () => {
  for (const query of [
    '',
    `?actor=${ID}&resource=users&record=${ID}&at_is=last7days`,
    '?at_from=2026-11-01&at_to=2026-11-20&page=3',
    `?show=security&person=${ID}&event=sign_in_failed&address=203.0.113.9`,
  ])
    expect(writeAsked(read(query))).toBe(query)
})

test('ACT-01 what is wrong in an address is left out', () => {
  const blank = { show: 'changes', filters: {}, page: 1 }
  expect(read('?show=all&actor=me&resource=cats&via=list&at_is=never&page=-1')).toEqual(blank)
  expect(read('?at_from=2026-02-02&at_to=2026-02-01&event=signed_in&page=x')).toEqual(blank)
  expect(read('?show=security&event=magic&address=here').filters).toEqual({})
  expect(read('?page=99999999').page).toBe(1)
})

test('ACT-01 the other list is asked for the same days', () => {
  expect(daysAlone(read(`?actor=${ID}&at_is=today`))).toEqual({ at_is: 'today' })
})
