import { once } from 'node:events'
import { chownSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import {
  accountNamed,
  type Entry,
  handOver,
  mayEnter,
  ownerOf,
} from '#server/embedded-postgres/account.ts'
import { type Config, ConfigError } from './config.ts'
import { programRoot } from './paths.ts'

/** The entries of DATA_DIR that Waymark makes. Nothing else changes its owner. */
const OURS = /^(postgres(-\d+)?|upgrade|run|engine\.json|engine-[\w.-]+|postgres\.init-[\w-]+)$/
const BACKUP = /^waymark-.*\.tar\.gz/
/** Only root may listen on lower ports. */
const FREE_PORTS = 1024
const ADVICE =
  'To use a dedicated account: useradd --system waymark; WAYMARK_USER=waymark npm start'

/** Hands a port that is already open to the server. */
export type OpenPort = (app: FastifyInstance) => Promise<void>

/**
 * Drops root privileges for an account without rights: WAYMARK_USER, the owner of the data, `waymark` or `nobody`.
 * Before that it hands over the data and opens a port that only root may open. If the account cannot reach program or
 * data, the process stays root and prints why. Throws ConfigError.
 */
export async function dropRoot(
  config: Config,
  print: (line: string) => void,
): Promise<OpenPort | undefined> {
  if (process.getuid?.() !== 0 || process.platform !== 'linux' || config.waymarkUser === 'root')
    return
  const isEmbedded = config.databaseUrl === undefined
  const entry = accountFor(config, isEmbedded)
  const places = ['node_modules', 'dist/client'].map((name) => join(programRoot(), name))
  if (isEmbedded) places.push(dirname(config.dataDir))
  const barrier = places.find((place) => !mayEnter(entry, place))
  if (barrier !== undefined) {
    const reason = `the user '${entry.name}' may not enter ${barrier}`
    if (config.waymarkUser) throw new ConfigError(`WAYMARK_USER cannot be used: ${reason}.`)
    print(`Still running as root, because ${reason}. Move it to a directory that others may enter.`)
    return
  }
  if (isEmbedded) handOverData(config.dataDir, entry)
  if (config.backup) handOverBackups(config.backup.dir, entry)
  const port = config.port > 0 && config.port < FREE_PORTS ? await openPort(config) : undefined
  process.setgroups?.([])
  process.setgid?.(entry.gid)
  process.setuid?.(entry.uid)
  const advice = entry.name === 'nobody' ? ` ${ADVICE}` : ''
  print(`Dropped root privileges; running as user '${entry.name}'.${advice}`)
  return port
}

function accountFor({ waymarkUser: user, dataDir }: Config, isEmbedded: boolean): Entry {
  const data = join(dataDir, 'postgres')
  const owner = isEmbedded ? ownerOf(data) : undefined
  const isOwned = owner !== undefined && owner.uid !== 0
  if (user !== undefined) {
    const named = accountNamed(user)
    if (!named)
      throw new ConfigError(`WAYMARK_USER: there is no user ${user}. useradd --system ${user}`)
    const isAtWork = statSync(join(data, 'postmaster.pid'), { throwIfNoEntry: false }) !== undefined
    if (isOwned && owner.uid !== named.uid && isAtWork)
      throw new ConfigError(
        `The database in ${dataDir} was not stopped, and belongs to ${owner.name}. Start it once with WAYMARK_USER=${owner.name}, stop it, then start it with WAYMARK_USER=${user}.`,
      )
    return named
  }
  const entry = isOwned ? owner : (accountNamed('waymark') ?? accountNamed('nobody'))
  if (!entry) throw new ConfigError(`There is no account to run as. ${ADVICE}`)
  return entry
}

function handOverData(dataDir: string, entry: Entry): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const entries = readdirSync(dataDir)
  const isForeign = entries.some((name) => !OURS.test(name) && name !== 'lost+found')
  // A directory with other content is refused a moment later, and stays as it was.
  if (isForeign && !entries.includes('engine.json')) return
  for (const name of entries.filter((one) => OURS.test(one))) {
    const path = join(dataDir, name)
    // A command of root's may have left files in `run`.
    if (name === 'run' || lstatSync(path).uid !== entry.uid) handOver(path, entry)
  }
  if (statSync(dataDir).uid !== entry.uid) chownSync(dataDir, entry.uid, entry.gid)
}

/** Hands over a directory of backups that is new or holds nothing else. */
function handOverBackups(dir: string, entry: Entry): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (statSync(dir).uid === 0 && readdirSync(dir).every((name) => BACKUP.test(name)))
    handOver(dir, entry)
}

/** Opens the port and keeps the connections until the server takes them. Throws as listening does. */
async function openPort({ host, port }: Config): Promise<OpenPort> {
  const waiting: Socket[] = []
  const opened = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    waiting.push(socket)
  })
  await once(opened.listen({ host, port }), 'listening')
  return async (app) => {
    await app.ready()
    await once(app.server.listen(opened), 'listening')
    for (const socket of waiting) {
      app.server.emit('connection', socket)
      socket.resume()
    }
  }
}
