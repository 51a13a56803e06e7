import { existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { ClusterError } from './layout.ts'

/** The account that the database runs as. */
export interface Account {
  readonly uid: number
  readonly gid: number
  /** Operating-system names that may connect: ours and, as root, the database's own. */
  readonly peers: readonly string[]
  /** Returns the command line that runs a program as this account. */
  command(program: string, args: readonly string[]): { file: string; args: string[] }
}

/**
 * Chooses the account of the database. PostgreSQL refuses to run as root. Root starts it as the owner of the data,
 * `waymark`, `postgres` or `nobody`; an ordinary user starts it as itself. Throws ClusterError if the account cannot
 * be changed, or the data belongs to another user.
 */
export function databaseAccount(data: string): Account {
  const owner = ownerOf(data)
  const { uid, gid, username } = userInfo()
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new ClusterError(
        `${data} belongs to another user (uid ${owner.uid}). Start Waymark as that user, or set DATA_DIR to another directory.`,
      )
    }
    // Commands of root join the database of a server that dropped root privileges.
    const peers = [...new Set([username, 'root'])]
    return { uid, gid, peers, command: (file, args) => ({ file, args: [...args] }) }
  }
  const names = ['waymark', 'postgres', 'nobody']
  const [entry] = [owner?.uid === 0 ? undefined : owner, ...names.map(accountNamed)].filter(Boolean)
  const [setpriv] = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
    .map((dir) => join(dir, 'setpriv'))
    .filter((path) => existsSync(path))
  if (!entry || !setpriv)
    throw new ClusterError(
      `PostgreSQL does not run as root, and ${entry ? 'the program setpriv is missing. Install util-linux' : 'there is no user "postgres" or "nobody" to run it as. Add one (useradd --system postgres)'}, start Waymark as an ordinary user, or set DATABASE_URL.`,
    )
  return {
    uid: entry.uid,
    gid: entry.gid,
    peers: [username, entry.name],
    command: (program, args) => ({
      file: setpriv,
      args: [
        `--reuid=${entry.uid}`,
        `--regid=${entry.gid}`,
        '--clear-groups',
        // Lets it pass a 0700 directory (root's home) on the way to its files. The secure bit makes access(2), by
        // which PostgreSQL checks its own binary, use that right too.
        '--inh-caps=+dac_override',
        '--ambient-caps=+dac_override',
        '--securebits=+no_setuid_fixup',
        '--',
        program,
        ...args,
      ],
    }),
  }
}

/** Changes the owner of a path and all below it. Skips files with hard links, which also belong to another place. */
export function handOver(path: string, account: Pick<Account, 'uid' | 'gid'>): void {
  const found = lstatSync(path)
  if (found.isFile() && found.nlink > 1) return
  lchownSync(path, account.uid, account.gid)
  if (!found.isDirectory()) return
  for (const name of readdirSync(path)) handOver(join(path, name), account)
}

/** Returns whether an account may enter a directory, by the modes of all directories above it. */
export function mayEnter(account: Pick<Entry, 'uid' | 'gid'>, path: string): boolean {
  const above = dirname(path)
  if (above !== path && !mayEnter(account, above)) return false
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return true
  const shift = found.uid === account.uid ? 6 : found.gid === account.gid ? 3 : 0
  return ((found.mode >> shift) & 1) === 1
}

export interface Entry {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** Returns the account of this machine with a name. */
export function accountNamed(name: string): Entry | undefined {
  return accounts().find((entry) => entry.name === name)
}

/** Returns the owner of a path; undefined if there is nothing. */
export function ownerOf(path: string): Entry | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return undefined
  const { uid, gid } = found
  return accounts().find((entry) => entry.uid === uid) ?? { name: String(uid), uid, gid }
}

function accounts(): Entry[] {
  const text = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}
