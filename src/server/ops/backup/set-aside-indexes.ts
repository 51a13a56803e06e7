import type { Client } from 'pg'

interface Rule {
  table: string
  name: string
  kind: 'f' | 'p' | 'u' | 'x' | 'c'
  made: string
}

/**
 * Takes the indexes and keys of tables away, so that they can be filled quickly. `putBack` makes them again as they
 * were; foreign keys last.
 */
export async function setAsideIndexes(
  client: Client,
  tables: readonly string[],
): Promise<{ putBack(): Promise<void> }> {
  const rules = (
    await client.query<Rule>(
      `select c.relname as table, r.conname as name, r.contype as kind, pg_get_constraintdef(r.oid) as made
       from pg_constraint r join pg_class c on c.oid = r.conrelid
       where c.relnamespace = current_schema()::regnamespace and c.relname = any($1)
         and r.contype in ('f', 'p', 'u', 'x')
       order by r.contype = 'f' desc`,
      [tables],
    )
  ).rows
  const indexes = (
    await client.query<{ name: string; made: string }>(
      `select i.relname as name, pg_get_indexdef(i.oid) as made
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
       where c.relnamespace = current_schema()::regnamespace and c.relname = any($1)
         and not exists (select from pg_constraint where conindid = i.oid)`,
      [tables],
    )
  ).rows
  const quoted = (name: string) => client.escapeIdentifier(name)
  for (const { table, name } of rules)
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${quoted(name)}`)
  return {
    async putBack() {
      const add = async ({ table, name, made }: Rule) =>
        client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${made}`)
      for (const rule of rules.filter(({ kind }) => kind !== 'f')) await add(rule)
      // Of a table in parts PostgreSQL tells the definition of the whole alone.
      for (const { made } of indexes) await client.query(made.replace(' ON ONLY ', ' ON '))
      for (const rule of rules.filter(({ kind }) => kind === 'f')) await add(rule)
    },
  }
}
