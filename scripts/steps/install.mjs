import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { alone } from './lock.mjs'
import { requireNode, root, run, runNode } from './process.mjs'

const lockfile = join(root, 'package-lock.json')
const stamp = join(root, 'node_modules', '.waymark-stamp')

/** Installs the packages of the lockfile when some are missing or of another version. */
export async function ensureInstalled() {
  requireNode()
  if (isInstalled()) return
  await alone(async () => {
    if (isInstalled()) return
    console.log('Installing packages. This takes about a minute, once and after updates.')
    // NODE_ENV=production would leave out the build tools, an omit setting the platform's binaries.
    const wanted = ['ci', '--include=dev', '--include=optional', '--prefer-offline']
    const code = await npm([...wanted, '--no-audit', '--no-fund', '--loglevel=error'])
    if (code !== 0) {
      console.error(
        'The packages could not be installed. The reason is in the npm output above. Check the network and the registry in your npm configuration, then try again.',
      )
      process.exit(1)
    }
    writeFileSync(stamp, lockHash())
  })
}

/** Runs the npm that started this process, else the one in PATH. */
async function npm(args) {
  const own = process.env.npm_execpath
  const { code } = await (own?.endsWith('npm-cli.js') ? runNode(own, args) : run('npm', args))
  return code
}

/** Returns whether our install finished for this lockfile, or npm's own record agrees with it. */
function isInstalled() {
  const noted = readText(join(root, 'node_modules', '.package-lock.json'))
  if (noted === undefined) return false
  if (readText(stamp) === lockHash()) return true
  const installed = JSON.parse(noted).packages
  const wanted = JSON.parse(readFileSync(lockfile, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || isForOthers(entry)) return true
    return installed[path]?.version === entry.version && existsSync(join(root, path))
  })
}

/** Returns whether npm skips a package here: it is for other platforms, or optional without naming one. */
function isForOthers({ os, cpu, libc, optional, devOptional }) {
  if ((optional || devOptional) && !os) return true
  return (
    !matches(os, process.platform) ||
    !matches(cpu, process.arch) ||
    (libc && !libc.includes('glibc'))
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
