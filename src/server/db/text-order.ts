import type { Client } from 'pg'
import { TEXT_ORDER } from '#server/records/shape.ts'

/**
 * Makes the collation by which lists sort texts, the same on every PostgreSQL: by Unicode's letters, then accents,
 * and numbers in texts by value. Equality and uniqueness stay those of the letters themselves.
 * Gives the version of its rules, which an update of the ICU library may change; undefined where PostgreSQL was built
 * without ICU, so that texts are sorted by their code points.
 */
export async function makeTextOrder(client: Client): Promise<string | undefined> {
  await client.query('savepoint text_order')
  try {
    await client.query(
      `create collation if not exists ${TEXT_ORDER} (provider = icu, locale = 'und-u-kn-true')`,
    )
  } catch {
    await client.query('rollback to savepoint text_order')
    await client.query(`create collation if not exists ${TEXT_ORDER} from "C"`)
  }
  const { rows } = await client.query<{ noted: string | null; version: string | null }>(
    `select collversion as noted, pg_collation_actual_version(oid) as version
     from pg_collation where oid = to_regcollation('${TEXT_ORDER}')`,
  )
  const { noted, version } = rows[0] ?? {}
  // Its indexes are made anew, for the version is among what makes them (indexes.ts).
  if (noted !== version) await client.query(`alter collation ${TEXT_ORDER} refresh version`)
  return version ?? undefined
}
