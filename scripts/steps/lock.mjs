import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './process.mjs'

/**
 * Runs a step while no other start, build or test of this checkout installs or builds: two at once
 * would write over each other. A lock whose process is gone is void.
 */
export async function alone(step) {
  const path = join(root, '.cache', 'prepare.lock')
  mkdirSync(join(root, '.cache'), { recursive: true })
  let told = false
  while (!take(path)) {
    if (!told)
      console.log('Another Waymark command is installing or building here; waiting for it.')
    told = true
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
  let holder = ''
  try {
    holder = readFileSync(path, 'utf8')
  } catch {
    return false
  }
  // An empty file is one that is being written.
  if (holder !== '' && !lives(Number(holder))) rmSync(path, { force: true })
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
