import type pg from 'pg'

/** Runs statements: the pool, or the connection of a transaction. */
export type Runner = Pick<pg.ClientBase, 'query'>

/** A piece of SQL, with its parameters between its texts. Only `sql` makes it. */
export class Sql {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[] = []) {
    this.texts = texts
    this.values = values
  }

  /** Returns the driver's form, with $1, $2 and so on for the parameters. */
  toQuery(): { text: string; values: unknown[] } {
    const text = this.texts.reduce((before, next, at) => `${before}$${at}${next}`)
    return { text, values: [...this.values] }
  }
}

/** Creates a piece of SQL. Values become parameters and other pieces are inserted, so no value is ever read as SQL. */
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

/** Inserts SQL of this program: names and expressions from declarations, never input. */
export function raw(text: string): Sql {
  return new Sql([text])
}

/** Joins pieces with a word between them. */
export function join(pieces: readonly Sql[], between: string): Sql {
  const [first = raw(''), ...rest] = pieces
  return rest.reduce((before, piece) => sql`${before}${raw(between)}${piece}`, first)
}

/** Joins conditions by `and`. */
export function all(conditions: readonly Sql[]): Sql {
  return join(conditions, ' and ')
}

/** Runs a piece of SQL and returns its rows. The caller states their type. */
export async function rowsOf<Row extends object>(runner: Runner, piece: Sql): Promise<Row[]> {
  const { rows } = await runner.query(piece.toQuery())
  return rows
}

/** Runs a piece of SQL and returns the number of written rows. With a name it is planned once for each connection. */
export async function run(runner: Runner, piece: Sql, name?: string): Promise<number> {
  const { rowCount } = await runner.query({ ...piece.toQuery(), ...(name && { name }) })
  return rowCount ?? 0
}
