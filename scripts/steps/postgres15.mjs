import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PROGRAM = '/usr/lib/postgresql/15/bin/postgres'

/**
 * The oldest PostgreSQL that is promised, of Debian's packages, for the tests that start it. Debian as root installs
 * it; where there is none those tests are skipped, and this says so.
 */
export function ensurePostgres15() {
  if (existsSync(PROGRAM)) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('Installing PostgreSQL 15 with apt (once) …')
    apt(['update', '-qq'])
    apt(['install', '-y', '-qq', '--no-install-recommends', 'postgresql-15'])
  }
  if (!existsSync(PROGRAM))
    console.log(
      'There is no PostgreSQL 15 here: what is tried on it is skipped (apt-get install postgresql-15).',
    )
}

/** Without a network nothing is installed. */
function apt(words) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('/usr/bin/apt-get', words, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}
