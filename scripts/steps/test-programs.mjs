import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const POSTGRES15 = '/usr/lib/postgresql/15/bin/postgres'
const SHELL = 'chromium-headless-shell'
const BROWSERS = [
  // The headless shell makes tests a third faster.
  `/usr/bin/${SHELL}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the path of a working Chromium. Installs one on Debian as root; elsewhere ends the process with
 * instructions.
 */
export function ensureChromium() {
  const found = findChromium()
  if (found && (found.endsWith('headless-shell') || process.env.CHROMIUM_PATH || !isDebianRoot()))
    return found
  if (isDebianRoot()) {
    console.log('Installing Chromium with apt (once) …')
    // Older releases have only the whole browser.
    for (const browser of found ? [SHELL] : [SHELL, 'chromium'])
      if (install(browser, 'fonts-noto-core')) break
    const installed = findChromium()
    if (installed) return installed
  }
  console.error(
    'The browser tests need Chromium or Chrome. Install one (Debian and Ubuntu: sudo apt-get install chromium-headless-shell fonts-noto-core; macOS: brew install --cask google-chrome), or set CHROMIUM_PATH to the program.',
  )
  process.exit(1)
}

/** Installs the oldest supported PostgreSQL on Debian as root. Without it, its tests are skipped. */
export function ensurePostgres15() {
  if (existsSync(POSTGRES15)) return
  if (isDebianRoot()) {
    console.log('Installing PostgreSQL 15 with apt (once) …')
    install('postgresql-15')
  }
  if (!existsSync(POSTGRES15))
    console.log('PostgreSQL 15 is missing: its tests are skipped (apt-get install postgresql-15).')
}

function isDebianRoot() {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0
}

/** Returns whether apt installed the packages; without a network it does not. */
function install(...packages) {
  apt('update', '-qq')
  return apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
}

function apt(...words) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const stdio = ['ignore', 'inherit', 'inherit']
  return spawnSync('/usr/bin/apt-get', words, { env, stdio }).status === 0
}

function findChromium() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return starts(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined
  return BROWSERS.find(starts)
}

/** Ubuntu's /usr/bin/chromium-browser may be only a note to install the snap. */
function starts(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}
