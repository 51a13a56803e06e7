import { expect, test } from 'vitest'
import { relationNames } from '#model/check/sql-names.ts'
import { registry } from '#resources/index.ts'
import { indexesFor } from './indexes.ts'
import { identifier, shapeOf } from './shape.ts'

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

test('the check of declarations knows the names of all tables and indexes', () => {
  for (const resource of registry) {
    const { table, kept, keptTable } = shapeOf(resource)
    const tables = [table, ...(kept.length > 0 ? [keptTable] : [])]
    const indexes = indexesFor(resource, { trigrams: 'gin_trgm_ops', textOrder: '153.14' })
    const made = [
      ...tables.flatMap((one) => [one, `${one}_pkey`]),
      ...indexes.map(({ name }) => name),
    ]
    const known = relationNames(resource).map(({ name }) => identifier(name))
    expect(known.toSorted(), resource.name).toEqual(made.toSorted())
  }
})
