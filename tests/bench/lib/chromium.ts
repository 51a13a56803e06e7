import { existsSync } from 'node:fs'

const PLACES = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-headless-shell']

/** The Chromium of this machine. Throws when there is none. */
export function chromiumPath(): string {
  const found = PLACES.find((program) => program && existsSync(program))
  if (!found) throw new Error('Chromium is missing. Set CHROMIUM_PATH to the program.')
  return found
}
