import type { Client } from 'pg'
import type { Resource } from '#model/resource.ts'
import { type Shape, shapeOf } from '#server/records/shape.ts'
import { quote } from './json-sql.ts'

/**
 * Notes which keys of a resource have another name by now, and which old names this program still uses. Gives
 * whether the trigger has to be made anew.
 */
export async function declareRenames(client: Client, resource: Resource): Promise<boolean> {
  const { table, columns } = shapeOf(resource)
  const { create, update, row, renamedFrom } = resource
  const own = [create, update, row].flatMap(({ shape }) => Object.keys(shape))
  // Whoever uses a name again after it was given up means another key.
  const reused = await client.query(
    `delete from renamed_keys
     where table_name = $1 and old_key = any($2) and ended_at is not null and is_filled`,
    [table, own],
  )
  await client.query(
    `update renamed_keys
       set left_at = case when old_key = any($2) then null else coalesce(left_at, now()) end
     where table_name = $1 and ended_at is null and (left_at is null) <> (old_key = any($2))`,
    [table, own],
  )
  let isChanged = (reused.rowCount ?? 0) > 0
  for (const [key, old] of Object.entries(renamedFrom)) {
    // Renamed back: two that keep the same keys alike would take them from each other in the end.
    await client.query(
      'delete from renamed_keys where table_name = $1 and new_key = $2 and old_key = $3',
      [table, old, key],
    )
    const noted = await client.query(
      `insert into renamed_keys as r (table_name, new_key, old_key, left_at)
       values ($1, $2, $3, now())
       on conflict (table_name, new_key) do update
         set old_key = excluded.old_key, left_at = now(), ended_at = null, is_filled = false, filled_to = null
         where r.old_key <> excluded.old_key`,
      [table, key, old],
    )
    if (!noted.rowCount) continue
    isChanged = true
    const names = columns.filter(({ path }) => path.split('.')[0] === key).map(({ name }) => name)
    await client.query(
      `update field_columns set is_filled = false, filled_to = null
       where table_name = $1 and column_name = any($2)`,
      [table, names],
    )
  }
  return isChanged
}

/**
 * The part of a table's trigger that keeps both names of a key alike, whichever program writes one of them; once a
 * renaming has ended, what is written under the old name moves to the new one.
 */
export async function renamingSql(client: Client, table: string): Promise<string> {
  const { rows } = await client.query<{ key: string; old: string; hasEnded: boolean }>(
    `select new_key as key, old_key as old, ended_at is not null as "hasEnded"
     from renamed_keys where table_name = $1 order by left_at, new_key`,
    [table],
  )
  return rows
    .map(({ key, old, hasEnded }) => {
      const [is, was] = [quote(key), quote(old)]
      const copy = (to: string, from: string) =>
        `new.data := new.data || jsonb_build_object(${to}, new.data -> ${from});`
      if (hasEnded)
        return `
    if new.data ? ${was} then
      if not new.data ? ${is} then ${copy(is, was)}
      elsif tg_op = 'UPDATE' then
        if new.data -> ${was} is distinct from old.data -> ${was} then ${copy(is, was)} end if;
      end if;
      new.data := new.data - ${was};
    end if;`
      return `
    if tg_op = 'INSERT' then
      if new.data ? ${is} then ${copy(was, is)}
      elsif new.data ? ${was} then ${copy(is, was)}
      end if;
    elsif new.data -> ${is} is distinct from old.data -> ${is} then
      if new.data ? ${is} then ${copy(was, is)}
      else new.data := new.data - ${was};
      end if;
    elsif new.data -> ${was} is distinct from old.data -> ${was} then
      if new.data ? ${was} then ${copy(is, was)}
      else new.data := new.data - ${is};
      end if;
    elsif new.data ? ${was} and not new.data ? ${is} then ${copy(is, was)}
    end if;`
    })
    .join('')
}

/** Whether some records of a table have yet to be written under their new names, or without the old ones. */
export async function isRenaming(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query(
    'select 1 from renamed_keys where table_name = $1 and not is_filled limit 1',
    [table],
  )
  return rows.length > 0
}

/** Whether an old name can be given up: nothing that was started for a day declares it. */
export async function renamesLeft(client: Client, table: string, after: string): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select new_key as key from renamed_keys
     where table_name = $1 and is_filled and ended_at is null and left_at < now() - ${after}`,
    [table],
  )
  return rows.map(({ key }) => key)
}

/** Gives up old names: from now on they are taken away. In the transaction in which the trigger is made anew. */
export async function endRenames(
  client: Client,
  { table }: Pick<Shape, 'table'>,
  keys: readonly string[],
): Promise<void> {
  await client.query(
    `update renamed_keys set ended_at = now(), is_filled = false, filled_to = null
     where table_name = $1 and new_key = any($2)`,
    [table, [...keys]],
  )
}
