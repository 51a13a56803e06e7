import { randomFillSync } from 'node:crypto'
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { meansFull } from './cluster-error.ts'

const MEGABYTE = 1024 * 1024
/** Two segments of the database's log: what it needs to recover on a full disk. */
const SIZE = 32 * MEGABYTE
/** So much stays free beside it: more than the ballast itself, so that giving it away does not make room for it. */
export const ROOM_BESIDE = 48 * MEGABYTE

const ballastIn = (root: string) => join(root, 'ballast')

/**
 * Makes the file that keeps room for bad times, where there is none and the disk allows it. It is given away when
 * the database cannot go on without.
 */
export function makeBallast(root: string): void {
  const path = ballastIn(root)
  if (statSync(path, { throwIfNoEntry: false })?.size === SIZE) return
  try {
    rmSync(path, { force: true })
    if (roomAt(root) < SIZE + ROOM_BESIDE) return
    fill(path)
  } catch {
    // Nobody waits for it: the next look tries again.
    rmSync(path, { force: true })
  }
}

/** Random: what a file system compresses, or only notes as empty, would keep no room. */
function fill(path: string): void {
  const piece = randomFillSync(Buffer.allocUnsafe(MEGABYTE / 4))
  const file = openSync(path, 'wx', 0o600)
  try {
    for (let done = 0; done < SIZE; done += piece.length) writeSync(file, piece)
  } finally {
    closeSync(file)
  }
}

/** Gives its room back to the disk; false where there was none to give. */
export function releaseBallast(root: string): boolean {
  const isThere = statSync(ballastIn(root), { throwIfNoEntry: false }) !== undefined
  rmSync(ballastIn(root), { force: true })
  return isThere
}

/** Does a step, and once more with the ballast's room if the disk was too full for it. */
export async function withBallast<T>(root: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (failure) {
    if (!meansFull(failure) || !releaseBallast(root)) throw failure
    return step()
  }
}

/** How many bytes may still be written below a directory. */
export function roomAt(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}
