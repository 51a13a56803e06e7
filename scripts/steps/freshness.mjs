import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './process.mjs'

/** What the built product depends on. Tests are left out: they are not in it. */
const sources = [
  'src',
  'public',
  'samples',
  'index.html',
  'admin.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'scripts/steps/build.mjs',
]

/** In dist: says what the build was made of, and which API's origin its console calls (the server reads that). */
export const stampName = 'build.json'

/** A hash over the content of all sources, Node's major version and the settings read at build time. */
export function sourceHash() {
  const hash = createHash('sha256')
  hash.update(`node ${process.versions.node.split('.')[0]}\n`)
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\n`)
  }
  for (const source of sources) {
    if (existsSync(join(root, source))) add(hash, source)
  }
  return hash.digest('hex')
}

/** True when dist was made of exactly what is there now. */
export function isFresh() {
  try {
    const { sources: built } = JSON.parse(readFileSync(join(root, 'dist', stampName), 'utf8'))
    return built === sourceHash()
  } catch {
    return false
  }
}

function add(hash, path) {
  let names
  try {
    names = readdirSync(join(root, path)).sort()
  } catch (failure) {
    if (failure.code !== 'ENOTDIR') throw failure
    hash.update(`${path}\n`).update(readFileSync(join(root, path)))
    return
  }
  for (const name of names) {
    if (!/\.test\.tsx?$/.test(name)) add(hash, `${path}/${name}`)
  }
}
