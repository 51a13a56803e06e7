import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { checkDeclarations } from './declarations.mjs'
import { isFresh, sourceHash, stampName } from './freshness.mjs'
import { alone } from './lock.mjs'
import { root, runNode, tool } from './process.mjs'

/** Builds the product when it is missing or older than its sources; ends the process when that fails. */
export async function ensureBuilt() {
  const { code, output } = await buildIfStale()
  if (code === 0) return
  console.error(`${output}\nThe build failed: the reason stands above.`)
  process.exit(1)
}

/** As ensureBuilt, but gives the exit code and what was printed. */
export async function buildIfStale() {
  if (isFresh()) return { code: 0, output: '' }
  return await alone(() => {
    if (isFresh()) return { code: 0, output: '' }
    console.log('Building (once, and after changes; this takes some seconds) …')
    return build({ quiet: true })
  })
}

/**
 * Builds console, landing page and server beside the present dist and moves the result into its
 * place when it is whole, so that a failed or interrupted build leaves the old one as it was. A build that lives for
 * some tests need not be packed: that is a third of its work.
 */
export async function build({ quiet = false, isPacked = true } = {}) {
  // What is built checks no declarations in the browser: wrong ones are refused here.
  const declared = await checkDeclarations({ quiet })
  if (declared.code !== 0) return declared
  const part = join(root, '.cache', `dist-${process.pid}`)
  // What is hashed is what stands there before: a change during the build makes it stale again.
  const hash = sourceHash()
  removeAborted()
  mkdirSync(part, { recursive: true })
  try {
    const client = await vite(['--outDir', join(part, 'client')], quiet)
    if (client.code !== 0) return client
    const server = await vite(['--ssr', '--outDir', join(part, 'server')], quiet)
    if (server.code !== 0) return server
    const migrations = join('server', 'db', 'migrations')
    cpSync(join(root, 'src', migrations), join(part, 'server', 'migrations'), { recursive: true })
    const reading = join('src', 'server', 'imports', 'reading', 'workbook-worker.mjs')
    cpSync(join(root, reading), join(part, 'server', 'workbook-worker.mjs'))
    cpSync(join(root, 'samples'), join(part, 'server', 'samples'), { recursive: true })
    if (isPacked) await compress(join(part, 'client'))
    const stamp = { sources: hash, apiOrigin: process.env.VITE_API_URL ?? '' }
    writeFileSync(join(part, stampName), `${JSON.stringify(stamp)}\n`)
    swap(part, join(root, 'dist'))
    return { code: 0, output: `${client.output}${server.output}` }
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/** Only one build at a time runs here: whatever else lies about is of a killed one. */
function removeAborted() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  for (const name of readdirSync(join(root, '.cache'))) {
    if (name.startsWith('dist-')) rmSync(join(root, '.cache', name), { recursive: true })
  }
}

function vite(args, quiet) {
  return runNode(tool('vite/bin/vite.js'), ['build', '--emptyOutDir', ...args], {
    // A development NODE_ENV of the caller would build React's slow half.
    env: { NODE_ENV: 'production' },
    quiet,
  })
}

function swap(part, place) {
  const old = `${part}-old`
  try {
    renameSync(place, old)
  } catch (failure) {
    if (failure.code !== 'ENOENT') throw failure
  }
  renameSync(part, place)
  rmSync(old, { recursive: true, force: true })
}

const squeeze = {
  '.br': (data) =>
    promisify(brotliCompress)(data, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
      },
    }),
  '.gz': (data) => promisify(gzip)(data, { level: 9 }),
}

/** Writes .br and .gz beside every text file worth it; pages are filled in per request and stay as they are. */
async function compress(dir) {
  const files = readdirSync(dir, { recursive: true }).filter((name) =>
    /\.(js|css|svg|json|txt|xml|webmanifest)$/.test(name),
  )
  // On as many cores as there are.
  await Promise.all(files.map((file) => compressFile(join(dir, file))))
}

async function compressFile(path) {
  const data = readFileSync(path)
  if (data.length < 512) return
  for (const [end, pack] of Object.entries(squeeze)) {
    const packed = await pack(data)
    if (packed.length < data.length) writeFileSync(path + end, packed)
  }
}
