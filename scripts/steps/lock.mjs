import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './process.mjs'

/**
 * Runs a step while no other command of this checkout installs or builds. The lock of a process that has ended is
 * ignored.
 */
export async function alone(step) {
  const path = join(root, '.cache', 'prepare.lock')
  mkdirSync(join(root, '.cache'), { recursive: true })
  let isTold = false
  while (!take(path)) {
    if (!isTold)
      console.log('Waiting for another Waymark command that is installing or building here.')
    isTold = true
    await sleep(200)
  }
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return await step()
  } finally {
    release()
    process.removeListener('exit', release)
  }
}

function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (failure) {
    if (failure.code !== 'EEXIST') throw failure
  }
  try {
    const holder = readFileSync(path, 'utf8')
    // An empty file is being written.
    if (holder !== '' && !lives(Number(holder))) rmSync(path, { force: true })
  } catch {
    // The holder has just released it.
  }
  return false
}

function lives(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (failure) {
    return failure.code === 'EPERM'
  }
}
