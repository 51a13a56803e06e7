import { isDeepStrictEqual } from 'node:util'
import type { Connection } from '#server/db/pool.ts'
import { derived, recount } from '../../support/recount.ts'

/** Names of the tables of figures that differ from a recount of the raw rows. */
export async function wrongFigures(connection: Connection): Promise<string[]> {
  const [stored, counted] = [await derived(connection), await recount(connection, 'UTC')]
  return Object.keys(counted).filter((table) => !isDeepStrictEqual(counted[table], stored[table]))
}
