/**
 * What every session of the server is told, in one place. Waits end: a statement after 5 s, a lock after 2 s, a
 * transaction that nobody goes on with after 10 s.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  // Compiling a statement takes longer than any of ours; most PostgreSQLs come with it switched on.
  jit: 'off',
  // Pages are read from memory and solid disks: a look-up by key is no dearer than reading on. With the default of
  // 4, small tables are read whole for each row of a list.
  random_page_cost: '1.1',
}

/**
 * The settings as SQL: for a session when it begins, or for one transaction (`local`) where sessions are shared.
 * No startup parameters: a pooler in front refuses the ones that it does not know.
 */
export function sessionSettings(scope: 'session' | 'local'): string {
  return Object.entries(SETTINGS)
    .map(([name, value]) => `set ${scope} ${name} = '${value}'`)
    .join('; ')
}

/** The same for the role of a pooled database, as an operator would type it. */
export function roleSettings(role: string): string {
  return Object.entries(SETTINGS)
    .map(([name, value]) => `alter role ${role} set ${name} = '${value}';`)
    .join('\n')
}
