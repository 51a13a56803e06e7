import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { tableName } from './shape.ts'

/** The SQL of all records that there are and were, erased ones too: `id`, `created_at`, `deleted_at` and `data`. */
export function withErased(resource: Resource): string {
  return `select id, created_at, deleted_at, data from ${tableName(resource)}
    union all select record_id, created_at, deleted_at, counted_by from erased
      where resource = ${quote(resource.name)}`
}
