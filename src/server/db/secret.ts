import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/**
 * A secret of 256 bits that all servers on this database share, made by whichever asks first.
 * Two that ask at once get the same: the second insert does nothing, and both read what stands there.
 */
export async function sharedSecret(pool: pg.Pool, name: string): Promise<string> {
  await pool.query(
    'insert into marks (name, value) values ($1, $2) on conflict (name) do nothing',
    [name, randomBytes(32).toString('base64url')],
  )
  const { rows } = await pool.query<{ value: string }>('select value from marks where name = $1', [
    name,
  ])
  const [found] = rows
  if (!found) throw new Error(`The secret '${name}' could not be kept.`)
  return found.value
}
