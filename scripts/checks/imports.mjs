import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Reads every TypeScript source below src: path from the root (with /) → text. */
export function readSources(root) {
  const names = readdirSync(join(root, 'src'), { recursive: true })
  const files = names.filter((name) => /\.tsx?$/.test(name))
  return Object.fromEntries(
    files.map((name) => [
      `src/${name.replaceAll('\\', '/')}`,
      readFileSync(join(root, 'src', name), 'utf8'),
    ]),
  )
}

/**
 * Finds the imports of one file. `target` is the path from the root for our own modules, the
 * specifier itself for packages; `typeOnly` and `lazy` tell those that load nothing at once.
 */
export function readImports(file, text) {
  const code = withoutComments(text)
  const found = []
  const add = (specifier, typeOnly, lazy) =>
    found.push({ file, specifier, target: targetOf(file, specifier), typeOnly, lazy })
  const statements =
    /^[ \t]*(import|export)\s+(type\s+)?(?:(?:[\w$]+\s*,\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?|[\w$]+)\s*from\s*)?['"]([^'"]+)['"]/gm
  for (const [, , type, specifier] of code.matchAll(statements)) {
    add(specifier, Boolean(type), false)
  }
  for (const [, type, specifier] of code.matchAll(/(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]/g)) {
    add(specifier, Boolean(type), true)
  }
  return found
}

function targetOf(file, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  if (specifier === '#brand') return 'src/brand.ts'
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier
}

/** Blanks comments out; strings keep their text, for the specifiers are strings. */
function withoutComments(text) {
  return text.replace(
    /\/\*[\s\S]*?\*\/|(^|[^:'"`\\])\/\/[^\n]*/g,
    (comment, before) => (before ?? '') + comment.replace(/[^\n]/g, ' ').slice(before?.length ?? 0),
  )
}
