import type { Store } from '#server/db/store.ts'

/** Runs the statements of figures, wherever. Days go in as texts and come out as numbers of days. */
export interface Reader {
  rows<Row extends object>(sql: string, values: readonly unknown[]): Promise<Row[]>
}

/** Reads what was written just now. */
export function createReader({ pool }: Pick<Store, 'pool'>): Reader {
  return {
    async rows<Row extends object>(sql: string, values: readonly unknown[]) {
      const { rows } = await pool.query<Row>(sql, [...values])
      return rows
    },
  }
}
