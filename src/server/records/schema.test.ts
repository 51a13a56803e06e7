import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { indexesFor } from './schema.ts'

test('indexes of the order of texts are made anew with another version of its rules, and no others', () => {
  const madeWith = (textOrder: string) =>
    registry
      .filter(({ name }) => name === 'users')
      .flatMap((users) => indexesFor(users, { trigrams: 'gin_trgm_ops', textOrder }))
  const [before, after] = [madeWith('153.14'), madeWith('153.120')]
  const changed = after.filter(({ madeBy }, at) => madeBy !== before[at]?.madeBy)
  expect(changed.map(({ name }) => name)).toEqual([
    'rec_users_first_name_sort',
    'rec_users_email_sort',
  ])
  expect(before.map(({ name }) => name)).toEqual(after.map(({ name }) => name))
})
