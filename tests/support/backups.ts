import type { Connection } from '#server/db/pool.ts'
import { query } from './app.ts'

/** What stands beside the rows: indexes, triggers, keys, and what migrations were run. */
export const schemaOf = (connection: Connection) =>
  query(
    connection,
    `select 'index' as kind, c.relname as name, pg_get_indexdef(i.indexrelid) as made,
       obj_description(c.oid, 'pg_class') as note
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace
     union all select 'trigger', tgname, pg_get_triggerdef(oid), null from pg_trigger where not tgisinternal
     union all select 'rule', conname, pg_get_constraintdef(oid), null from pg_constraint
       where connamespace = 'public'::regnamespace and contype <> 'n'
     union all select 'function', proname, prosrc, null from pg_proc where proname like '%\\_columns'
     union all select 'migration', id::text, name, null from migrations
     order by 1, 2, 3`,
  )
