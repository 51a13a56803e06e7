// The CSS modules of the console: every class is used, every used class exists, and sides are logical, so that the
// pages can be mirrored for right-to-left languages.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { root } from '../steps/process.mjs'
import { isAdded } from './words.mjs'

const SIDES =
  /(?:^|[\s;{])((?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right|top|bottom)[\w-]*|left|right|top|bottom)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b|border-(?:top|bottom)-(?:left|right)-radius/m

/** Checks all style sheets of the console. */
export function checkStyles() {
  const files = Object.fromEntries(
    readdirSync(join(root, 'src/admin'), { recursive: true })
      .map((name) => `src/admin/${name.replaceAll('\\', '/')}`)
      .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file))
      .filter((file) => !isAdded(file))
      .map((file) => [file, withoutComments(file, readFileSync(join(root, file), 'utf8'))]),
  )
  const sheets = Object.entries(files).filter(([file]) => file.endsWith('.css'))
  const uses = Object.entries(files).flatMap(([file, text]) => usesIn(file, text))
  const sides = sheets.flatMap(([file, text]) => {
    const [side] = SIDES.exec(text) ?? []
    return side === undefined ? [] : [`${file}: ${side.trim()} (say start and end)`]
  })
  const unknown = uses.flatMap(({ file, module, names }) =>
    names
      .filter((name) => !classesIn(files[module] ?? '').has(name))
      .map((name) => `${file}: ${basename(module)} has no class ${name}`),
  )
  const unused = sheets
    .filter(([file]) => file.endsWith('.module.css'))
    .flatMap(([file, text]) => {
      const own = uses.filter(({ module }) => module === file)
      if (own.some(({ isWhole }) => isWhole)) return []
      const used = new Set(own.flatMap(({ names }) => names))
      return [...classesIn(text)].flatMap((name) =>
        used.has(name) ? [] : [`${file}: nothing uses ${name}`],
      )
    })
  return { findings: [...sides, ...unknown, ...unused], lines: [`${sheets.length} style sheets`] }
}

function withoutComments(file, text) {
  return file.endsWith('.css') ? text.replace(/\/\*[\s\S]*?\*\//g, '') : text
}

/** Returns the classes that a sheet styles, without those of libraries in :global(). */
function classesIn(text) {
  const own = text.replace(/:global\(([^()]*(?:\([^()]*\))*[^()]*)\)/g, '')
  const selectors = own.replace(/\{[^{}]*\}/g, '{}')
  return new Set([...selectors.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name]) => name))
}

/** Returns the classes that a file uses of each module; `isWhole` where it picks them by a value: css[tone]. */
function usesIn(file, text) {
  return [...text.matchAll(/^import (\w+) from '(\.[^']*\.module\.css)'/gm)].map(
    ([, css, path]) => ({
      file,
      module: posix.join(posix.dirname(file), path),
      names: [...text.matchAll(new RegExp(`\\b${css}\\.(\\w+)`, 'g'))].map(([, name]) => name),
      isWhole: text.includes(`${css}[`),
    }),
  )
}
