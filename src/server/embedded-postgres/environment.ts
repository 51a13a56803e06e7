/**
 * The environment database programs run in: nothing of ours but PATH, so that no PG* variable of
 * the operator's shell bends the private database, and no secret is handed down to it.
 */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env
  return {
    PATH: PATH ?? '/usr/bin:/bin',
    ...(LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH }),
    // A valid value is needed on macOS; the database's own locale is given to initdb.
    LC_ALL: 'C',
    TZ: 'UTC',
  }
}
