import { uuidv7 } from 'uuidv7'
import { type Runner, rowsOf, run, sql } from '#server/db/sql.ts'
import { isId } from '#server/records/shape.ts'

/** A passkey as it is kept: what its answers are checked by. */
export interface KeptPasskey {
  id: string
  userId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  /** The host that it is for. */
  rpId: string
}

export interface NamedPasskey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

export interface PasskeyTable {
  /** One's own, as people see them. */
  namedOf(userId: string): Promise<NamedPasskey[]>
  /** One's own, as they are asked for. */
  of(userId: string): Promise<KeptPasskey[]>
  /** By what its authenticator calls it. */
  find(credentialId: Buffer): Promise<KeptPasskey | undefined>
  /** False when that one is known already. */
  add(given: Omit<KeptPasskey, 'id'> & { name: string }): Promise<boolean>
  rename(userId: string, id: string, name: string): Promise<boolean>
  remove(userId: string, id: string): Promise<boolean>
  /**
   * Notes that it was used, inside the caller's transaction. False when it is no more, or when its counter did not
   * grow: then two authenticators hold it.
   */
  use(tx: Runner, id: string, counter: number): Promise<boolean>
}

export function createPasskeyTable(pool: Runner): PasskeyTable {
  const columns = sql`id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
    counter::int8 as counter, transports, rp_id as "rpId"`
  return {
    namedOf: (userId) =>
      rowsOf(
        pool,
        sql`select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
          from passkeys where user_id = ${userId} order by created_at, id`,
      ),
    of: (userId) =>
      rowsOf(pool, sql`select ${columns} from passkeys where user_id = ${userId} order by id`),

    async find(credentialId) {
      const [found] = await rowsOf<KeptPasskey>(
        pool,
        sql`select ${columns} from passkeys where credential_id = ${credentialId}`,
      )
      return found
    },

    async add({ userId, credentialId, publicKey, counter, transports, rpId, name }) {
      const added = await run(
        pool,
        sql`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, rp_id, name)
          values (${uuidv7()}, ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${transports},
            ${rpId}, ${name})
          on conflict (credential_id) do nothing`,
      )
      return added > 0
    },

    async rename(userId, id, name) {
      if (!isId(id)) return false
      const renamed = await run(
        pool,
        sql`update passkeys set name = ${name} where user_id = ${userId} and id = ${id}`,
      )
      return renamed > 0
    },

    async remove(userId, id) {
      if (!isId(id)) return false
      const removed = await run(
        pool,
        sql`delete from passkeys where user_id = ${userId} and id = ${id}`,
      )
      return removed > 0
    },

    async use(tx, id, counter) {
      const used = await run(
        tx,
        sql`update passkeys set counter = ${counter}, last_used_at = clock_timestamp()
          where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`,
      )
      return used > 0
    },
  }
}
