import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEGABYTE = 1024 * 1024

/** A disk of so many megabytes, where tests may mount one. */
interface SmallDisk {
  path: string
  /** False where nothing may be mounted. */
  isThere: boolean
  /** Fills it up to so many bytes that are left. */
  fillUpTo(left: number): void
  /** Takes away what filled it. */
  empty(): void
  remove(): void
}

/** Makes one; says so where it may not be mounted. */
export function smallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'waymark-disk-'))
  const size = `size=${megabytes}m`
  const { status, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'waymark', path])
  const isThere = status === 0 && error === undefined
  if (isThere) chmodSync(path, 0o711)
  else console.log('The full disk is not tried: nothing may be mounted here.')
  const filler = join(path, 'filler')
  const free = () => {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  }
  return {
    path,
    isThere,
    fillUpTo(left) {
      try {
        for (;;) {
          const piece = Math.min(free() - left, MEGABYTE)
          if (piece <= 0) return
          appendFileSync(filler, Buffer.alloc(piece))
        }
      } catch (failure) {
        if (Object(failure).code !== 'ENOSPC') throw failure
      }
    },
    empty: () => rmSync(filler),
    remove() {
      if (isThere) execFileSync('umount', ['-l', path])
      rmSync(path, { recursive: true, force: true })
    },
  }
}
