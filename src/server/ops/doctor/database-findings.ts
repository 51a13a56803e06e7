import type { Config } from '#server/config.ts'
import type { DatabaseFacts } from '#server/db/examine.ts'
import { type ContainerPlace, containerPlace, isAmongContainers } from './containers.ts'
import { type Finding, judged, well, wrong } from './doctor-finding.ts'

const OLDEST = 15
/** Clocks that differ by more make sessions end early and new records look old. */
const MOST_APART_MS = 2000
/** The roller's, and those that commands and exports open for a while. */
const BESIDE_POOL = 6

/** What the database says of itself, judged. */
export function judgeDatabase(
  facts: DatabaseFacts,
  config: Config,
  now: number,
  place: ContainerPlace = containerPlace(),
): Finding[] {
  const { version, versionName, role, connections, encoding, unsafe } = facts
  const apart = Math.round(Math.abs(now - facts.now))
  const wanted = config.databaseConnections + BESIDE_POOL
  const isOurs = config.databaseUrl === undefined
  return [
    judged(
      'version',
      Math.floor(version / 10_000) >= OLDEST && `PostgreSQL ${versionName}.`,
      `PostgreSQL ${versionName} is older than ${OLDEST}.`,
      `Upgrade it to ${OLDEST} or later with pg_upgrade`,
    ),
    judged(
      'rights',
      facts.mayCreate && `${role} may make tables.`,
      `${role} may make no tables: an upgrade will fail.`,
      `As the database's owner: grant create, usage on schema public to ${role};`,
    ),
    judged(
      'superuser',
      (isOurs || !facts.isSuperuser) && 'The role is none.',
      `${role} is a superuser: a statement slipped into a query would reach files and programs.`,
      "Give the server a role of its own: create role waymark login password '…'; alter database … owner to waymark;",
    ),
    judged(
      'encoding',
      encoding === 'UTF8' && 'UTF8.',
      `The database is ${encoding}: names cannot be stored.`,
      "create database waymark encoding 'UTF8' template template0; and set DATABASE_URL to it",
    ),
    judged(
      'durability',
      unsafe.length === 0 && 'What is acknowledged is on the disk.',
      `Off: ${unsafe.join(', ')}. What is acknowledged may be lost with the machine.`,
      `${unsafe.map((name) => `alter system set ${name} = on;`).join(' ')} select pg_reload_conf();`,
    ),
    judged(
      'encryption to the database',
      (facts.isPrivate && 'By TLS, or within this machine.') ||
        (isAmongContainers(facts, config, place) &&
          `In clear, at ${facts.address} in the network of containers that this server stands in: fine as long as nothing else does.`),
      'What goes to the database and back can be read on the way.',
      'DATABASE_URL=postgres://…?sslmode=verify-full npm start; the database needs a certificate',
    ),
    judged(
      'extensions',
      facts.hasTrigrams && 'pg_trgm is there.',
      'pg_trgm is missing: each search reads a whole table.',
      'As a superuser, in this database: create extension pg_trgm; then restart the server',
    ),
    judged(
      'connections',
      wanted <= connections && `${connections} at most, of which a server takes ${wanted}.`,
      `The database takes ${connections} connections, and one server may ask for ${wanted}.`,
      `DATABASE_CONNECTIONS=${Math.max(2, connections - BESIDE_POOL)} npm start; or in PostgreSQL: alter system set max_connections = ${wanted * 2}; and a restart`,
    ),
    judged(
      'clock',
      apart <= MOST_APART_MS && `The database's and this machine's are ${apart} ms apart.`,
      `The database's and this machine's are ${Math.round(apart / 1000)} s apart.`,
      'timedatectl set-ntp true, on the machine that is wrong',
    ),
  ]
}

/** The zone that days are counted in. */
export function judgeZone(
  kept: string | undefined,
  { zones }: DatabaseFacts,
  { timeZone }: Config,
): Finding {
  if (kept === undefined) return well('time zone', 'The first start keeps one.')
  if (!zones.includes(kept.toLowerCase()))
    return wrong(
      'time zone',
      `The database does not know ${kept}, in which days are counted.`,
      'npm run admin -- set-zone UTC (or another, like Europe/Vienna)',
    )
  return judged(
    'time zone',
    (timeZone === undefined || timeZone.toLowerCase() === kept.toLowerCase()) &&
      `Days are counted in ${kept}.`,
    `Days are counted in ${kept}, but REPORTING_TIME_ZONE is ${timeZone}: no server starts so.`,
    `Unset REPORTING_TIME_ZONE, or npm run admin -- set-zone ${timeZone}`,
  )
}
