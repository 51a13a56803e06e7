import type pg from 'pg'

/** Who runs statements: the pool, or the one connection of a transaction. */
export type Runner = Pick<pg.ClientBase, 'query'>

/** A piece of SQL and its parameters, which stand between its texts. Made by `sql` and nothing else. */
export class Sql {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[] = []) {
    this.texts = texts
    this.values = values
  }

  /** As the driver takes it, with $1, $2 and so on for the parameters. */
  toQuery(): { text: string; values: unknown[] } {
    const text = this.texts.reduce((before, next, at) => `${before}$${at}${next}`)
    return { text, values: [...this.values] }
  }
}

/**
 * A piece of SQL: what stands in the holes becomes parameters, other pieces are taken in as they are. So no
 * value can ever be read as SQL.
 */
export function sql(texts: TemplateStringsArray, ...holes: readonly unknown[]): Sql {
  const all: string[] = [texts[0] ?? '']
  const values: unknown[] = []
  for (const [at, hole] of holes.entries()) {
    const next = texts[at + 1] ?? ''
    if (hole instanceof Sql) {
      const [first = '', ...rest] = hole.texts
      all.push(`${all.pop()}${first}`, ...rest)
      all.push(`${all.pop()}${next}`)
      values.push(...hole.values)
    } else {
      all.push(next)
      values.push(hole)
    }
  }
  return new Sql(all, values)
}

/** SQL that this program made itself: names and expressions from declarations, never what somebody sent. */
export function raw(text: string): Sql {
  return new Sql([text])
}

/** Pieces with a word between them. Without any, nothing. */
export function join(pieces: readonly Sql[], between: string): Sql {
  const [first = raw(''), ...rest] = pieces
  return rest.reduce((before, piece) => sql`${before}${raw(between)}${piece}`, first)
}

/** All of these conditions. */
export function all(conditions: readonly Sql[]): Sql {
  return join(conditions, ' and ')
}

/** Runs a piece of SQL and gives its rows, which are as the caller says. */
export async function rowsOf<Row extends object>(runner: Runner, piece: Sql): Promise<Row[]> {
  const { rows } = await runner.query(piece.toQuery())
  return rows
}

/** Runs a piece of SQL and gives how many rows it wrote. One with a name is planned once for each connection. */
export async function run(runner: Runner, piece: Sql, name?: string): Promise<number> {
  const { rowCount } = await runner.query({ ...piece.toQuery(), ...(name && { name }) })
  return rowCount ?? 0
}

/** A statement of a hot path, whose text is parsed and planned once for each connection. */
export interface Prepared<Row extends object> {
  rows(runner: Runner, values: readonly unknown[]): Promise<Row[]>
}

/** Prepares a statement under a name of its own; its parameters are $1, $2 and so on. */
export function prepared<Row extends object>(name: string, text: string): Prepared<Row> {
  return {
    async rows(runner, values) {
      const { rows } = await runner.query({ name, text, values: [...values] })
      return rows
    },
  }
}
