import type { Runner } from './sql.ts'

/** The mark that a server leaves when a proxy passes requests on that nobody told of. */
const MARK = 'unknown-proxy'

/** Keeps the warning for whoever asks what is wrong; `undefined` forgets the last one. */
export async function noteProxy(runner: Runner, warning: string | undefined): Promise<void> {
  await runner.query('delete from marks where name = $1', [MARK])
  if (warning === undefined) return
  await runner.query(
    'insert into marks (name, value) values ($1, $2) on conflict (name) do update set value = $2',
    [MARK, warning],
  )
}

/** The warning that was kept. */
export async function notedProxy(runner: Runner): Promise<string | undefined> {
  const { rows } = await runner.query<{ value: string }>(
    'select value from marks where name = $1',
    [MARK],
  )
  return rows[0]?.value
}
