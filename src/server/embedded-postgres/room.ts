import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { makeBallast, ROOM_BESIDE, releaseBallast, roomAt } from './ballast.ts'
import { meansFull } from './cluster-error.ts'
import type { Layout } from './layout.ts'

/** What is left of the disk that the database writes to. */
export interface Room {
  /** Whether nothing may be saved, so that what is left keeps the database able to read and to recover. */
  isFull(): boolean
  /** Takes a failure that the database met; one of a full disk gives the ballast away. */
  met(failure: unknown): void
  /** Waits so long, but no longer than until a full disk has room again. */
  pause(ms: number, over: AbortSignal): Promise<void>
  end(): void
}

const MEGABYTE = 1024 * 1024
/** Less is full: the database's next segment of its log (16 MB) and some sign-ins still fit. */
const LEAST = 24 * MEGABYTE
const LOOK_MS = 1_000
/** What the database met is believed for so long, whatever the disk says: a quota shows nowhere else. */
const BELIEVED_MS = 5_000

/** Looks at the disk each second, and keeps a ballast on it whenever there is room for one. */
export function watchRoom({ root, data }: Layout, say: (line: string) => void): Room {
  const waiting = new Set<() => void>()
  let isFull = false
  let believedUntil = 0
  let isLooking = false

  const fill = () => {
    if (isFull) return
    isFull = true
    say(
      `The disk that holds ${root} is full: until ${ROOM_BESIDE / MEGABYTE} MB are free, nothing is saved. Reading goes on.`,
    )
  }
  const judge = (free: number) => {
    if (free < LEAST) return fill()
    if (free < ROOM_BESIDE || performance.now() < believedUntil) return
    makeBallast(root)
    if (!isFull) return
    isFull = false
    say(`There is room on the disk again; what is sent is saved.`)
    for (const go of waiting) go()
  }
  const look = async () => {
    if (isLooking) return
    isLooking = true
    // Where it cannot be looked at, nothing is known.
    const free = await leastOf([root, join(data, 'pg_wal')]).catch(() => undefined)
    isLooking = false
    if (free !== undefined) judge(free)
  }

  judge(roomAt(root))
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return {
    isFull: () => isFull,
    met(failure) {
      if (!meansFull(failure) && !isShort(root)) return
      believedUntil = performance.now() + BELIEVED_MS
      fill()
      if (releaseBallast(root)) say('The ballast that was kept for it is given to the database.')
    },
    pause(ms, over) {
      return new Promise((resolve) => {
        const go = () => {
          clearTimeout(limit)
          waiting.delete(go)
          over.removeEventListener('abort', go)
          resolve()
        }
        const limit = setTimeout(go, ms)
        waiting.add(go)
        over.addEventListener('abort', go)
        if (over.aborted) go()
      })
    },
    end: () => clearInterval(timer),
  }
}

/** The database cannot always say why: on a full disk it cannot write its log either. */
function isShort(root: string): boolean {
  try {
    return roomAt(root) < LEAST
  } catch {
    return false
  }
}

/** The log of a database may lie on a disk of its own. */
async function leastOf(paths: readonly string[]): Promise<number> {
  const found = await Promise.all(paths.map((path) => statfs(path)))
  return Math.min(...found.map(({ bavail, bsize }) => bavail * bsize))
}
