import type { Must } from '#contract/auth.ts'

/**
 * What a user `t`, whose credentials are `c`, has to do before anything else, as words with commas; null of nothing.
 * `role` is the SQL of the user's role, `withFactor` are the roles that may not be without a second factor.
 */
export function mustSql(role: string, withFactor: readonly string[]): string {
  const password = `case when c.must_change then 'password' end`
  if (withFactor.length === 0) return password
  const roles = withFactor.map((one) => `'${one.replaceAll("'", "''")}'`).join(', ')
  const factor = `case when ${role} in (${roles})
    and not exists (select from passkeys f where f.user_id = t.id)
    and not exists (select from totps f where f.user_id = t.id and f.secret is not null)
    then 'factor' end`
  return `nullif(concat_ws(',', ${password}, ${factor}), '')`
}

/** The same, read. */
export function mustOf(said: unknown): readonly Must[] {
  return typeof said === 'string' ? (said.split(',') as Must[]) : []
}
