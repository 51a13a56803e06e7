import { accessSync, constants, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { ClusterError } from './cluster-error.ts'

/** Who the database runs as, and how a program is started as that account. */
export interface Account {
  readonly uid: number
  readonly gid: number
  /** Operating-system names that may connect: ours and, as root, the database's own. */
  readonly peers: readonly string[]
  command(program: string, args: readonly string[]): { file: string; args: string[] }
}

/**
 * PostgreSQL refuses to run as root, so as root it runs as `postgres` or `nobody`, or as whoever
 * owns the data already. As an ordinary user it runs as that user.
 * Throws ClusterError when there is no way to change the account, or the data belongs to another.
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
    const command = (file: string, args: readonly string[]) => ({ file, args: [...args] })
    return { uid, gid, peers: [username], command }
  }
  const entry = owner && owner.uid !== 0 ? owner : accountForRoot()
  const setpriv = findSetpriv()
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
        // Lets it pass a 0700 directory (root's home) on the way to its files. The secure bit makes
        // access(2) count that right too: PostgreSQL checks its own binary with it.
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

/** Gives files back to the database's account, for data that root copied back from a backup. */
export function handOver(path: string, account: Account): void {
  lchownSync(path, account.uid, account.gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) handOver(child, account)
    else lchownSync(child, account.uid, account.gid)
  }
}

interface Entry {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

function ownerOf(path: string): Entry | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return undefined
  const known = accounts().find((entry) => entry.uid === found.uid)
  return known ?? { name: String(found.uid), uid: found.uid, gid: found.gid }
}

function accountForRoot(): Entry {
  const all = accounts()
  const entry =
    all.find(({ name }) => name === 'postgres') ?? all.find(({ name }) => name === 'nobody')
  if (entry) return entry
  throw new ClusterError(
    'PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody" to run it as. Add one (useradd --system postgres), start Waymark as an ordinary user, or set DATABASE_URL.',
  )
}

function accounts(): Entry[] {
  let text = ''
  try {
    text = readFileSync('/etc/passwd', 'utf8')
  } catch {
    return []
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

function findSetpriv(): string {
  for (const dir of ['/usr/bin', '/bin', '/usr/sbin', '/sbin']) {
    try {
      accessSync(join(dir, 'setpriv'), constants.X_OK)
      return join(dir, 'setpriv')
    } catch {
      // Not here: the next directory may have it.
    }
  }
  throw new ClusterError(
    'PostgreSQL does not run as root, and the program that would start it as another user (setpriv, of util-linux) is missing. Install util-linux, start Waymark as an ordinary user, or set DATABASE_URL.',
  )
}
