import type { SessionOwner } from './sessions.ts'
import { raw, type Sql, sql } from './sql.ts'

/** A token that somebody showed, to be looked up in the very statement that reads what is asked for. */
export interface Claim {
  /** Names this form of the select: a statement that is prepared with it is another one after a change. */
  readonly form: string
  /** The SELECT that gives the owner of a live token in one row, and none otherwise. */
  readonly select: Sql
  readonly width: number
  /** Reads its columns; undefined when there was no row. */
  read(columns: readonly unknown[]): SessionOwner | undefined
}

/** What was asked for, and for whom; without an owner the token is not live, and nothing may be shown. */
export interface Claimed {
  owner: SessionOwner | undefined
  rows: unknown[][]
}

/** One statement of both: the authority is that of the same moment as the rows. */
export function withCaller(claim: Claim, what: Sql): Sql {
  return sql`with caller as (${claim.select})
    select c.*, p.* from caller c left join lateral (${what}) p on true`
}

/** Takes the caller off the rows of such a statement; the first column of what was asked for is never NULL. */
export function splitCaller(claim: Claim, rows: readonly unknown[][]): Claimed {
  const owner = rows[0] && claim.read(rows[0].slice(0, claim.width))
  return { owner, rows: rows.map((row) => row.slice(claim.width)).filter(([id]) => id !== null) }
}

/** For statements that are written once and prepared: the parameter of the claim comes first. */
export function withCallerText(claim: Claim, what: string): string {
  return withCaller(claim, raw(what)).toQuery().text
}
