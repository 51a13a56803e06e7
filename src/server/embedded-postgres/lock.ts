import { createHash } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Layout } from './layout.ts'

/** 'serve' is held as long as a server lives; 'start' while someone starts, joins or stops the database. */
export type Purpose = 'serve' | 'start'

/** A lock that was free is ours until release(); one that was not says who has it, where known. */
export type Attempt =
  | { readonly taken: true; release(): Promise<void> }
  | { readonly taken: false; readonly holder: number | undefined }

/**
 * Tries to take a lock on the data directory. On Linux the kernel holds it (an abstract Unix socket
 * named after the directory's inode) and frees it whatever way its process ends; elsewhere it is a
 * file with the holder's process id. It is never taken over because of its age.
 */
export function tryLock(layout: Layout, purpose: Purpose): Promise<Attempt> {
  return process.platform === 'linux'
    ? socketLock(layout.root, purpose)
    : Promise.resolve(fileLock(join(layout.run, `${purpose}.pid`)))
}

/** Waits for a lock, asking about every 50 ms, and tells each time who has it; gives undefined when patience (ms) runs out. */
export async function waitForLock(
  layout: Layout,
  purpose: Purpose,
  patience: number,
  taken: (holder: number | undefined) => void,
): Promise<Extract<Attempt, { taken: true }> | undefined> {
  const end = performance.now() + patience
  for (;;) {
    const attempt = await tryLock(layout, purpose)
    if (attempt.taken) return attempt
    taken(attempt.holder)
    if (performance.now() > end) return undefined
    await sleep(30 + Math.random() * 40)
  }
}

function socketLock(root: string, purpose: Purpose): Promise<Attempt> {
  // The inode, not the path: two ways to the same directory are one directory.
  const { dev, ino } = statSync(root)
  const inode = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)
  const name = `\0waymark-${purpose}-${inode}`
  return new Promise((resolve, reject) => {
    const server = createServer((asker) => {
      asker.on('error', () => asker.destroy())
      asker.end(String(process.pid))
    })
    server.once('error', (failure: NodeJS.ErrnoException) => {
      if (failure.code !== 'EADDRINUSE') return reject(failure)
      askHolder(name).then((holder) => resolve({ taken: false, holder }), reject)
    })
    server.listen(name, () => {
      server.unref()
      const release = () => new Promise<void>((done) => server.close(() => done()))
      resolve({ taken: true, release })
    })
  })
}

function askHolder(name: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    let said = ''
    const socket = connect(name)
    const done = () => {
      socket.destroy()
      resolve(/^\d+$/.test(said) ? Number(said) : undefined)
    }
    socket.setTimeout(500, done)
    socket.on('data', (chunk) => {
      said += chunk.toString()
    })
    socket.on('error', done)
    socket.on('end', done)
  })
}

/** The lock for systems without abstract sockets: a file made exclusively, void once its process is gone. */
export function fileLock(path: string): Attempt {
  for (let round = 0; round < 3; round++) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 })
      return { taken: true, release: () => Promise.resolve(rmSync(path, { force: true })) }
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure
    }
    const holder = holderIn(path)
    if (holder === undefined || lives(holder)) return { taken: false, holder }
    clearAway(path, holder)
  }
  return { taken: false, holder: holderIn(path) }
}

/** Moves a dead process's file aside; puts it back when another process was quicker and it is not the dead one's. */
function clearAway(path: string, dead: number): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (holderIn(aside) !== dead) linkSync(aside, path)
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EEXIST') throw failure
  }
  rmSync(aside, { force: true })
}

function holderIn(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM'
  }
}
