import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { alone } from './lock.mjs'
import { fromSource, root, run, runNode, tool } from './process.mjs'

const dist = join(root, 'dist')
const cache = join(root, '.cache')
/** File in dist with the hash of the sources and the API's origin for the console. The server reads it. */
const STAMP = 'build.json'

/** Sources of the build. */
const SOURCES = [
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

/** Builds if dist is missing or outdated. Ends the process on a failure. */
export async function ensureBuilt() {
  const { code, output } = await buildIfStale()
  if (code === 0) return
  console.error(`${output}\nThe build failed.`)
  process.exit(1)
}

/** Like ensureBuilt, but returns the exit code and the output. */
export async function buildIfStale() {
  if (isFresh()) return { code: 0, output: '' }
  return await alone(() => {
    if (isFresh()) return { code: 0, output: '' }
    console.log('Building. This takes some seconds, once and after changes.')
    return build({ quiet: true })
  })
}

/** Checks the declarations of resources. Returns the exit code and, with `quiet`, the output. */
export function checkDeclarations({ quiet = false } = {}) {
  return run(process.execPath, fromSource('declarations.ts'), { quiet })
}

/**
 * Builds console, landing page and server in a temporary folder, then replaces dist: a failed build keeps the old
 * one. `isPacked: false` skips compressed files.
 */
export async function build({ quiet = false, isPacked = true } = {}) {
  // The built console does not check the declarations again.
  const declared = await checkDeclarations({ quiet })
  if (declared.code !== 0) return declared
  const part = join(cache, `dist-${process.pid}`)
  // Hash before the build, so that a change meanwhile makes it outdated.
  const hash = sourceHash()
  removeAborted()
  mkdirSync(part, { recursive: true })
  try {
    const client = await vite(['--outDir', join(part, 'client')], quiet)
    if (client.code !== 0) return client
    const server = await vite(['--ssr', '--outDir', join(part, 'server')], quiet)
    if (server.code !== 0) return server
    copy('src/server/db/migrations', join(part, 'server', 'migrations'))
    copy('src/server/imports/workbook-worker.mjs', join(part, 'server'))
    copy('samples', join(part, 'server', 'samples'))
    if (isPacked) await compress(join(part, 'client'))
    const stamp = { sources: hash, apiOrigin: process.env.VITE_API_URL ?? '' }
    writeFileSync(join(part, STAMP), `${JSON.stringify(stamp)}\n`)
    if (existsSync(dist)) renameSync(dist, `${part}-old`)
    renameSync(part, dist)
    return { code: 0, output: `${client.output}${server.output}` }
  } finally {
    for (const rest of [part, `${part}-old`]) rmSync(rest, { recursive: true, force: true })
  }
}

/** Returns whether dist matches the current sources. */
function isFresh() {
  try {
    return JSON.parse(readFileSync(join(dist, STAMP), 'utf8')).sources === sourceHash()
  } catch {
    return false
  }
}

/** Hashes all sources, Node's major version and the settings that are read at build time. */
function sourceHash() {
  const hash = createHash('sha256')
  hash.update(`node ${process.versions.node.split('.')[0]}\n`)
  for (const name of Object.keys(process.env).sort())
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\n`)
  for (const source of SOURCES) if (existsSync(join(root, source))) add(hash, source)
  return hash.digest('hex')
}

function add(hash, path) {
  if (statSync(join(root, path)).isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort())
      if (!/\.test\.tsx?$/.test(name)) add(hash, `${path}/${name}`)
  } else hash.update(`${path}\n`).update(readFileSync(join(root, path)))
}

/** Removes the remains of a killed build. Only one build runs at a time. */
function removeAborted() {
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(cache))
    if (name.startsWith('dist-')) rmSync(join(cache, name), { recursive: true })
}

function vite(args, quiet) {
  // The caller's NODE_ENV may be development, which would build React's slow half.
  const env = { NODE_ENV: 'production' }
  return runNode(tool('vite/bin/vite.js'), ['build', '--emptyOutDir', ...args], { env, quiet })
}

/** Copies a file into a folder, or a folder to a new one. */
function copy(source, target) {
  const isFile = statSync(join(root, source)).isFile()
  cpSync(join(root, source), isFile ? join(target, basename(source)) : target, { recursive: true })
}

/** Writes .br and .gz beside every text file that gets smaller. Pages are filled in per request and stay as they are. */
async function compress(folder) {
  const files = readdirSync(folder, { recursive: true })
    .filter((name) => /\.(js|css|svg|json|txt|xml|webmanifest)$/.test(name))
    .map((name) => join(folder, name))
  await Promise.all(files.map(compressFile))
}

async function compressFile(path) {
  const data = readFileSync(path)
  if (data.length < 512) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  }
  const brotli = await promisify(brotliCompress)(data, { params })
  if (brotli.length < data.length) writeFileSync(`${path}.br`, brotli)
  const gzipped = await promisify(gzip)(data, { level: 9 })
  if (gzipped.length < data.length) writeFileSync(`${path}.gz`, gzipped)
}
