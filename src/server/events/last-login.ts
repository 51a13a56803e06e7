import type { LastLogins } from './registry.ts'
import type { Source } from './source.ts'

/**
 * Signing in to the app sets the user's last login, unless a later one is known; a sender whose clock is
 * ahead sets none in the future. The server sets it by itself, so the version stays.
 */
export async function setLastLogins(
  { client, fresh }: Pick<Source, 'client' | 'fresh'>,
  users: string,
  { table, column }: LastLogins,
): Promise<void> {
  await client.query(
    `with told as (
       select user_id, least(max(at), now()) as at
       from ${fresh} where type = 'user_signed_in' group by user_id
     )
     insert into ${table} as k (id, ${column})
     select u.id, t.at from told t join ${users} u on u.id = t.user_id
     where u.deleted_at is null order by u.id
     on conflict (id) do update set ${column} = excluded.${column}
       where k.${column} is null or k.${column} < excluded.${column}`,
  )
}
