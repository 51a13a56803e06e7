import { expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { choiceLabel } from '#model/resource.ts'
import { choice, money, requiredText } from '#model/schema.ts'
import { listFilters } from './list-query.ts'

const declared = defineResource({
  name: 'grants',
  label: ['Grant', 'Grants'],
  recordName: 'name',
  create: z.object({
    name: requiredText(),
    amount: money({ currencyIn: 'currency' }),
    currency: choice(['EUR', 'USD'], 'EUR'),
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
  const [grants] = completeRegistry([declared])
  if (!grants) throw new Error('no resource')
  expect(choiceLabel(grants, 'medium', 'url')).toBe('By URL')
  expect(choiceLabel(grants, 'medium', 'gold')).toBeUndefined()
  const labels = listFilters(grants).map(({ choices }) => choices.map(({ label }) => label))
  expect(labels).toEqual([
    ['EUR', 'USD'],
    ['By URL', 'In person'],
  ])
})
