import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const LIGHTHOUSE_VERSION = '12.8.2'

const CHROMIUM = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-headless-shell',
]

/** The parts of Lighthouse's report that are read here. */
export interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>
}

/** The Chromium of this machine. Throws when there is none. */
export function chromiumPath(): string {
  const found = CHROMIUM.find((program) => program && existsSync(program))
  if (!found) throw new Error('Chromium is needed: set CHROMIUM_PATH to the program.')
  return found
}

/**
 * Lighthouse's program. It is fetched with the first run (185 MB, 15 s) and kept in .cache: as a dependency, every
 * installation of the product would wait for it.
 */
export function findLighthouse(): string {
  const place = join('.cache', `lighthouse-${LIGHTHOUSE_VERSION}`)
  const program = join(place, 'node_modules', 'lighthouse', 'cli', 'index.js')
  if (!existsSync(program)) {
    console.log(`Fetching Lighthouse ${LIGHTHOUSE_VERSION} (once) …`)
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    const wanted = `lighthouse@${LIGHTHOUSE_VERSION}`
    execFileSync('npm', ['install', '--prefix', place, ...quiet, wanted], { stdio: 'inherit' })
  }
  return program
}

/** One visit of an address by Lighthouse; on a phone with its own slow line, unless the flags say otherwise. */
export function visit(program: string, url: string, flags: readonly string[]): Report {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-lighthouse-'))
  const path = join(folder, 'report.json')
  try {
    execFileSync(
      process.execPath,
      [program, url, '--quiet', '--output=json', `--output-path=${path}`, ...flags],
      { stdio: 'inherit', env: { ...process.env, CHROME_PATH: chromiumPath() } },
    )
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** On a busy machine a browser may come up too late for Lighthouse. That says nothing about the page. */
export async function persist<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  for (let turn = 1; turn < 3; turn += 1) {
    try {
      return await work()
    } catch {
      console.log('    (once more: Lighthouse found no page in its browser)')
    }
  }
  return await work()
}
