import type { Migration } from './migrate.ts'

/** An index that a migration made, with the statement that makes it again. */
export interface MigratedIndex {
  name: string
  table: string
  statement: string
}

/** Statements of migrations that make, rename and drop tables and indexes. */
const STATEMENT =
  /^(create table(?: if not exists)?|drop table(?: if exists)?|create(?: unique)? index(?: if not exists)?|drop index(?: if exists)?) (\w+)(?: on (\w+))?/

/** Tables and indexes that stand when all migrations have run; those of resources are not among them. */
export function expectedOf(migrations: readonly Pick<Migration, 'sql'>[]) {
  const tables = new Set(['migrations'])
  const indexes = new Map<string, MigratedIndex>()
  for (const statement of migrations.flatMap(statementsOf)) {
    const [, verb = '', name = '', table = ''] = STATEMENT.exec(statement) ?? []
    if (verb.startsWith('create table')) tables.add(name)
    else if (verb.startsWith('drop table')) {
      tables.delete(name)
      for (const [index, made] of indexes) if (made.table === name) indexes.delete(index)
    } else if (verb.startsWith('drop index')) indexes.delete(name)
    else if (verb) indexes.set(name, { name, table, statement })
  }
  return { tables: [...tables], indexes: [...indexes.values()] }
}

function statementsOf({ sql }: Pick<Migration, 'sql'>): string[] {
  return sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
}
