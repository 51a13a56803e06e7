import type { Resource } from '#model/resource.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { tableName } from './shape.ts'

/** The oldest records are read: a rename leaves their values under the old key. */
const MOST_READ = 1000
/** The mark of generated records, which no declaration has. */
const SAMPLE = 'sample'

/**
 * Lists fields without any value in the oldest records, in sentences for the operator, where these records hold keys
 * that nothing reads: the field may have been renamed without `renamedFrom`.
 */
export async function findRenames(
  runner: Runner,
  registry: readonly Resource[],
): Promise<string[]> {
  const hints: string[] = []
  for (const resource of registry) {
    const { title, fields, create, update, row, renamedFrom } = resource
    const filled = await rowsOf<{ key: string }>(
      runner,
      sql`select distinct key from (
          select data from ${raw(tableName(resource))} where deleted_at is null order by id limit ${MOST_READ}
        ) as oldest, jsonb_each(data) where value not in ('null', '""', '[]') order by key`,
    )
    const keys = new Set(filled.map(({ key }) => key))
    const known = new Set([create, update, row].flatMap(({ shape }) => Object.keys(shape)))
    for (const key of [SAMPLE, ...Object.values(renamedFrom)]) known.add(key)
    const strays = [...keys].filter((key) => !known.has(key))
    if (strays.length === 0) continue
    for (const { path, kind } of fields) {
      if (kind === 'password' || path.includes('.') || keys.has(path) || path in renamedFrom)
        continue
      const likely = strays.find((key) => key.toLowerCase().includes(path.toLowerCase()))
      hints.push(
        `${title}, ${path}: the oldest records do not have it, and nothing reads what they hold as ${strays.join(', ')}. If it was renamed: renamedFrom: { ${path}: '${likely ?? strays[0]}' }`,
      )
    }
  }
  return hints
}
