import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './process.mjs'

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Gives the path of a Chromium that starts. On Debian as root it installs one; elsewhere it says
 * what to do and ends the process.
 */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('Installing Chromium with apt (once) …')
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
    const packages = ['chromium', 'fonts-noto-core']
    await run('apt-get', ['update', '-qq'], quiet)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
    const installed = findChromium()
    if (installed) return installed
  }
  console.error(
    'The browser tests need Chromium or Chrome. Install one (Debian and Ubuntu: sudo apt-get install chromium fonts-noto-core; macOS: brew install --cask google-chrome), or set CHROMIUM_PATH to the program.',
  )
  process.exit(1)
}

function findChromium() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return starts(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined
  return known.find(starts)
}

/** Ubuntu's /usr/bin/chromium-browser may only be a note that one should install the snap. */
function starts(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}
