import type { SessionOwner } from '#server/auth/sessions.ts'
import { Sql, sql } from '#server/db/sql.ts'

/** A token that somebody showed, to be looked up in the very statement that reads what is asked for. */
export interface Claim {
  /** Names the kind of token: the statements that are prepared with it are called by it. */
  readonly form: string
  /** The SELECT that gives the owner of a live token in one row, and none otherwise. $1 is `hash`. */
  readonly text: string
  readonly hash: Buffer
  /** How many columns it has: few, for they come with each row of what is asked for. */
  readonly width: number
  /** Reads its columns, at the begin of a row. */
  read(row: readonly unknown[]): SessionOwner
}

/** One statement of both: the authority is that of the same moment as the rows. */
export function withCaller(claim: Claim, what: Sql): Sql {
  const [before = '', after = ''] = claim.text.split('$1')
  return sql`with caller as materialized (${new Sql([before, after], [claim.hash])})
    select c.*, p.* from caller c left join lateral (${what}) p on true`
}

/** The same for a statement that is written once and prepared, and has no parameters of its own. */
export function withCallerText(claim: Claim, what: string): string {
  return `with caller as materialized (${claim.text})
    select c.*, p.* from caller c left join lateral (${what}) p on true`
}

/** Whose rows they are: undefined when the token is not live, and then nothing may be shown. */
export function callerOf(claim: Claim, rows: readonly unknown[][]): SessionOwner | undefined {
  return rows[0] && claim.read(rows[0])
}

/** The rows of what was asked for; its first column is never NULL. */
export function rowsBehind<Row extends readonly unknown[]>(
  claim: Claim,
  rows: readonly Row[],
): readonly Row[] {
  return rows[0]?.[claim.width] === null ? [] : rows
}
