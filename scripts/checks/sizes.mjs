import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../steps/process.mjs'

const longest = 300
const places = ['src', 'scripts', 'tests']
/** Longer for a reason. */
const excused = new Set([
  // Every word and price of the landing page in one module: a marketer looks in one place.
  'src/landing/content.ts',
])

/** Finds files that are longer than one thing is likely to be, and tells the median. */
export function checkSizes() {
  const sizes = places.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true })
      .filter((name) => /\.(tsx?|mjs|css)$/.test(name))
      .map((name) => {
        const path = `${place}/${name.replaceAll('\\', '/')}`
        return { path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }
      }),
  )
  const long = sizes.filter(({ path, lines }) => lines > longest && !excused.has(path))
  const median = sizes.map(({ lines }) => lines).sort((a, b) => a - b)[sizes.length >> 1] ?? 0
  return {
    findings: long.map(({ path, lines }) => `${path} has ${lines} lines (at most ${longest})`),
    lines: [`${sizes.length} files, median ${median} lines`],
  }
}
