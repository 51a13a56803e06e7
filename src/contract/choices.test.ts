import { expect, test } from 'vitest'
import * as z from 'zod'
import { choiceLabel } from '#model/choices.ts'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { choice, money, requiredText } from '#model/schema.ts'
import { listFilters } from './list-query.ts'

const declared = (currencyIn: string, currencies: readonly [string, ...string[]]) =>
  defineResource({
    name: 'grants',
    label: ['Grant', 'Grants'],
    recordName: 'name',
    create: z.object({
      name: requiredText(),
      amount: money({ currencyIn }),
      currency: choice(currencies, currencies[0]),
      medium: z.enum(['url', 'in_person']),
    }),
    sample: { name: 'Travel', amount: 12.5, medium: 'url' },
    columns: (c) => [c.text('name'), c.money('amount'), c.badge('currency'), c.badge('medium')],
    fields: (f) => [
      f.text('name'),
      f.money('amount'),
      f.select('currency'),
      f.select('medium', 'Medium', { choices: [{ value: 'url', label: 'By URL' }] }),
    ],
    filters: ['currency', 'medium'],
  })

test('choices have the labels of the form everywhere, and letters of a currency stay as they are', () => {
  const [grants] = completeRegistry([declared('currency', ['EUR', 'USD'])])
  if (!grants) throw new Error('no resource')
  expect(choiceLabel(grants, 'medium', 'url')).toBe('By URL')
  expect(choiceLabel(grants, 'medium', 'gold')).toBeUndefined()
  const labels = listFilters(grants).map(({ choices }) => choices.map(({ label }) => label))
  expect(labels).toEqual([
    ['EUR', 'USD'],
    ['By URL', 'In person'],
  ])
})

test.each([
  ['curency', ['EUR'], "currencyIn: the schema has no 'curency'. Fix: did you mean 'currency'?"],
  [
    'name',
    ['EUR'],
    "currencyIn: 'name' is no choice. Fix: write name: choice(['EUR', 'USD'], 'EUR')",
  ],
  ['currency', ['euro'], "currencyIn: 'euro' of 'currency' is no currency."],
] as const)(
  'a currency that is looked for in %s of %j is refused with the fix',
  (at, currencies, words) => {
    expect(() => completeRegistry([declared(at, currencies)])).toThrow(words)
  },
)
