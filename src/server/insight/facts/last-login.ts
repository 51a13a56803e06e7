import type { Source } from './source.ts'

/**
 * Signing in to the app sets the user's last login, unless a later one is known; a sender whose clock is
 * ahead sets none in the future. The server sets it by itself, so the version stays. Run it last: whoever
 * writes one of these users waits until the commit.
 */
export async function setLastLogins(
  { client, fresh }: Pick<Source, 'client' | 'fresh'>,
  users: string,
): Promise<void> {
  await client.query(
    `with told as (
       select user_id,
         to_char(least(max(at), now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_login
       from ${fresh} where type = 'user_signed_in' group by user_id
     ),
     later as (
       select u.id, t.last_login from told t join ${users} u on u.id = t.user_id
       where u.deleted_at is null and coalesce(u.data ->> 'lastLogin', '') < t.last_login
       order by u.id for update of u
     )
     update ${users} u set data = u.data || jsonb_build_object('lastLogin', l.last_login)
     from later l where u.id = l.id`,
  )
}
