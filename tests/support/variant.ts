import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CONSOLE, type Product, startProduct } from './product.ts'

/** The product, built from a copy of its sources in which something differs. */
export interface Variant {
  /** Starts it with a database of its own. */
  start(env?: Record<string, string>): Promise<Product>
  /** Serves its pages alone, as `npm run console` does. */
  serveConsole(): Promise<Product>
  remove(): void
}

/** What a build reads. The packages are linked, not copied. */
const SOURCES = [
  'src',
  'public',
  'samples',
  'scripts',
  'index.html',
  'admin.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

const BUILD = `import { build } from './scripts/steps/build.mjs'
const { code, output } = await build({ quiet: true, isPacked: false })
if (code !== 0) console.error(output)
process.exitCode = code`

/**
 * Builds a variant in a temporary folder, by the same steps as `npm run build`. Takes what changes in the copied
 * sources and the variables the build reads. Throws with what the build said when it fails.
 */
export async function buildVariant({
  change,
  env = {},
}: {
  change?: (folder: string) => void
  env?: Record<string, string>
}): Promise<Variant> {
  const { folder, remove } = copySources()
  try {
    change?.(folder)
    await build(folder, env)
  } catch (error) {
    remove()
    throw error
  }
  return {
    start: (more = {}) => startProduct({ DEMO: 'off', ...more }, folder),
    serveConsole: () => startProduct({}, folder, CONSOLE),
    remove,
  }
}

/** A copy of the sources in a temporary folder, as whoever changes them has them. */
export function copySources(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-variant-'))
  for (const source of SOURCES) cpSync(source, join(folder, source), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function build(folder: string, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', BUILD], {
    cwd: folder,
    env: { ...process.env, VITE_API_URL: '', VITE_API_DIALECT: '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The variant could not be built:\n${said}`)
}
