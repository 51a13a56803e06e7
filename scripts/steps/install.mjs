import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { alone } from './lock.mjs'
import { root, run, runNode } from './process.mjs'

const lockfile = join(root, 'package-lock.json')
const stamp = join(root, 'node_modules', '.waymark-stamp')

/** Installs the packages of the lockfile when they are missing or others; does nothing otherwise. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await alone(async () => {
    if (isInstalled()) return
    console.log('Installing packages (once, and after updates; this takes about a minute) …')
    // NODE_ENV=production would leave the build tools out, an omit setting the platform's binaries.
    const wanted = ['ci', '--include=dev', '--include=optional', '--prefer-offline']
    const code = await npm([...wanted, '--no-audit', '--no-fund', '--loglevel=error'])
    if (code === 0) {
      writeFileSync(stamp, lockHash())
      return
    }
    console.error(
      'The packages could not be installed: npm says why above. They come from the npm registry (or the one in your npm configuration), so this step needs the network; after that Waymark starts without it.',
    )
    process.exit(1)
  })
}

function npm(args) {
  // Started by npm itself, that very npm is used.
  const own = process.env.npm_execpath
  const started = own?.endsWith('npm-cli.js') ? runNode(own, args) : run('npm', args)
  return started.then(({ code }) => code)
}

/** True when our own install finished for this lockfile, or what npm noted down agrees with it. */
function isInstalled() {
  const noted = readText(join(root, 'node_modules', '.package-lock.json'))
  if (noted === undefined) return false
  if (readText(stamp) === lockHash()) return true
  const installed = JSON.parse(noted).packages
  const wanted = JSON.parse(readFileSync(lockfile, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || !fitsHere(entry)) return true
    return installed[path]?.version === entry.version && existsSync(join(root, path))
  })
}

/** False for what npm rightly leaves out here: other platforms, and optional packages that name none. */
function fitsHere({ os, cpu, libc, optional, devOptional }) {
  if ((optional || devOptional) && !os) return false
  return (
    matches(os, process.platform) && matches(cpu, process.arch) && (!libc || libc.includes('glibc'))
  )
}

function matches(list, value) {
  if (!list) return true
  const refused = list.includes(`!${value}`)
  return !refused && (list.includes(value) || list.every((item) => item.startsWith('!')))
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockfile)).digest('hex')
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
