import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the program, whether it runs from src or from dist. */
export function programRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder))
    folder = dirname(folder)
  return folder
}

/** The product's version, as package.json says it. */
export function programVersion(): string {
  const text = readFileSync(join(programRoot(), 'package.json'), 'utf8')
  return String(Object(JSON.parse(text)).version)
}

/** Where the built pages are. */
export function clientDirectory(): string {
  return join(programRoot(), 'dist', 'client')
}

/** What the console was built to call, as VITE_API_URL was given; '' when it is the server it comes from. */
export function builtApi(): string {
  try {
    const stamp: unknown = JSON.parse(
      readFileSync(join(programRoot(), 'dist', 'build.json'), 'utf8'),
    )
    const given = typeof stamp === 'object' && stamp && 'apiOrigin' in stamp && stamp.apiOrigin
    return typeof given === 'string' ? given : ''
  } catch {
    return ''
  }
}

/** The origin of the API that the console was built for; undefined when it is the server's own. */
export function builtApiOrigin(): string | undefined {
  const given = builtApi()
  return URL.canParse(given) ? new URL(given).origin : undefined
}
