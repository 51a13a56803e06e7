import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the folder of the program, whether it runs from src or from dist. */
export function programRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder))
    folder = dirname(folder)
  return folder
}

const readJson = (...path: string[]): Record<string, unknown> =>
  Object(JSON.parse(readFileSync(join(programRoot(), ...path), 'utf8')))

/** The product's version in package.json. */
export const programVersion = () => String(readJson('package.json').version)

/** The folder of the built pages. */
export const clientDirectory = () => join(programRoot(), 'dist', 'client')

/** Returns the API that the console was built for (VITE_API_URL); '' for the server's own. */
export function builtApi(): string {
  try {
    return String(readJson('dist', 'build.json').apiOrigin ?? '')
  } catch {
    return ''
  }
}

/** Returns the origin of the API that the console was built for; undefined for the server's own. */
export function builtApiOrigin(): string | undefined {
  const given = builtApi()
  return URL.canParse(given) ? new URL(given).origin : undefined
}
