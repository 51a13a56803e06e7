import type { Preferences } from '#contract/auth.ts'
import { type Runner, rowsOf, run, sql } from '#server/db/sql.ts'

/** What a person chose for every device; of whoever chose nothing, nothing. */
export async function preferencesOf(runner: Runner, userId: string): Promise<Preferences> {
  const [found] = await rowsOf<{ data: Preferences }>(
    runner,
    sql`select data from preferences where user_id = ${userId}`,
  )
  return found?.data ?? {}
}

/** Keeps all of them instead of those before. */
export async function keepPreferences(
  runner: Runner,
  userId: string,
  preferences: { readonly [Key in keyof Preferences]?: Preferences[Key] | undefined },
): Promise<void> {
  await run(
    runner,
    sql`insert into preferences (user_id, data) values (${userId}, ${JSON.stringify(preferences)})
      on conflict (user_id) do update set data = excluded.data`,
  )
}
