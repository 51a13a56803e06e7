import type { Client } from 'pg'
import type { Resource } from '#model/resource.ts'
import { SEARCH_VERSION, searchText } from '#model/search.ts'
import { type Data, shapeOf } from '#server/records/shape.ts'
import { withNewNames } from './renamed.ts'

const BATCH = 1000
const START = '00000000-0000-0000-0000-000000000000'

/** What the search texts of a resource are made from. */
export function searchMadeFrom(resource: Resource): string {
  return `${SEARCH_VERSION}:${resource.search.join(',')}`
}

/** Whether the stored search texts of a resource were made from something else. */
export async function needsSearchTexts(client: Client, resource: Resource): Promise<boolean> {
  const { rows } = await client.query<{ search_made_from: string }>(
    'select search_made_from from tallies where resource = $1',
    [resource.name],
  )
  return rows[0] !== undefined && rows[0].search_made_from !== searchMadeFrom(resource)
}

/**
 * Remakes the search texts of a resource in batches, from where it was interrupted. Each is written only to
 * the version of the record that it was made from; a later one brought its own.
 */
export async function remakeSearchTexts(
  client: Client,
  resource: Resource,
  signal?: AbortSignal,
): Promise<void> {
  const { table } = shapeOf(resource)
  const { rows } = await client.query<{ done: string | null }>(
    'select search_made_to as done from tallies where resource = $1',
    [resource.name],
  )
  let after = rows[0]?.done ?? START
  for (;;) {
    if (signal?.aborted) return
    const { rows: batch } = await client.query<{ id: string; version: number; data: Data }>(
      `select id, version, data from ${table} where id > $1 order by id limit ${BATCH}`,
      [after],
    )
    const last = batch.at(-1)
    if (!last) break
    await client.query(
      `update ${table} t set search_text = n.text
       from unnest($1::uuid[], $2::int[], $3::text[]) as n(id, version, text)
       where t.id = n.id and t.version = n.version`,
      [
        batch.map(({ id }) => id),
        batch.map(({ version }) => version),
        batch.map(({ data }) => searchText(resource, withNewNames(resource, data))),
      ],
    )
    after = last.id
    const made = 'update tallies set search_made_to = $2 where resource = $1'
    await client.query(made, [resource.name, after])
  }
  await client.query(
    'update tallies set search_made_from = $2, search_made_to = null where resource = $1',
    [resource.name, searchMadeFrom(resource)],
  )
}
