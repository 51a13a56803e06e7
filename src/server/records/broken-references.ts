import { findAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import type { Fault } from './finding.ts'
import { referencesIn } from './references-in.ts'
import { type Data, isId, tableName } from './shape.ts'

/** Makes what says, for a batch of records at once, which of them refer to nothing. One query for each resource. */
export function createBrokenReferences(
  runner: Runner,
  resource: Resource,
  registry: readonly Resource[],
) {
  const links = referencesIn(resource)
  const targets = registry.filter(({ name }) => links.some(({ to }) => to === name))

  return async (rows: readonly { data: Data }[]): Promise<Fault[][]> => {
    const held = rows.map(({ data }) =>
      links.flatMap(({ path, to }) =>
        findAt(data, path).map(({ value }) => ({ path, to, id: String(value) })),
      ),
    )
    const live = new Set<string>()
    for (const target of targets) {
      const ids = held.flat().flatMap(({ to, id }) => (to === target.name && isId(id) ? [id] : []))
      if (ids.length === 0) continue
      const found = await rowsOf<{ id: string }>(
        runner,
        sql`select id from ${raw(tableName(target))}
          where id = any(${[...new Set(ids)]}::uuid[]) and deleted_at is null`,
      )
      for (const { id } of found) live.add(`${target.name} ${id}`)
    }
    return held.map((ones) =>
      ones
        .filter(({ to, id }) => !live.has(`${to} ${id.toLowerCase()}`))
        .map(({ path, to }) => ({
          kind: 'reference',
          path,
          words: `The chosen ${nounOf(to, registry)} does not exist, or was deleted.`,
          value: to,
        })),
    )
  }
}

function nounOf(to: string, registry: readonly Resource[]): string {
  return registry.find(({ name }) => name === to)?.label.one.toLowerCase() ?? 'record'
}
