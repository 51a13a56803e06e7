import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const known = [
  // Without the browser's own windows, which cost a third of the tests' time.
  '/usr/bin/chromium-headless-shell',
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
export function ensureChromium() {
  const found = findChromium()
  const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (found && (found.endsWith('headless-shell') || process.env.CHROMIUM_PATH || !isDebianRoot))
    return found
  if (isDebianRoot) {
    console.log('Installing Chromium with apt (once) …')
    tryApt(['update', '-qq'])
    // Older releases have the whole browser only.
    for (const browser of found ? [SHELL] : [SHELL, 'chromium']) {
      const packages = [browser, 'fonts-noto-core']
      const isThere = tryApt(['install', '-y', '-qq', '--no-install-recommends', ...packages])
      if (isThere) break
    }
    const installed = findChromium()
    if (installed) return installed
  }
  console.error(
    'The browser tests need Chromium or Chrome. Install one (Debian and Ubuntu: sudo apt-get install chromium-headless-shell fonts-noto-core; macOS: brew install --cask google-chrome), or set CHROMIUM_PATH to the program.',
  )
  process.exit(1)
}

const SHELL = 'chromium-headless-shell'

/** Whether apt did it. Without a network the browser that is there has to do. */
function tryApt(words) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return (
    spawnSync('/usr/bin/apt-get', words, { env, stdio: ['ignore', 'inherit', 'inherit'] })
      .status === 0
  )
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
