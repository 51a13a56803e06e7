import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../steps/process.mjs'
import { isAdded } from './own-pages.mjs'

// The console's style (docs/decisions/057): every class in one CSS module beside its component. Each rule proves
// itself on a planted violation before it judges the sources.

const HOME = 'src/admin/'
const BASE = 'src/admin/ui/theme/base.css'
/** What everybody's elements look like, by what they are; classes of its own has the base alone. */
const THEME = [BASE, 'src/admin/ui/theme/forced-colours.css']
/** Known to the kit alone; what a library of its own names may be said where it is used. */
const FOREIGN = /:global\(([^()]*(?:\([^()]*\))*[^()]*)\)/g
const SIDES =
  /(?:^|[\s;{])((?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right|top|bottom)[\w-]*|left|right|top|bottom)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b|border-(?:top|bottom)-(?:left|right)-radius/m

/** Four values of which right and left differ: which of them is at the start is not said. */
const FOUR =
  /^\s*(?:margin|padding|inset|scroll-margin|scroll-padding):((?:\s+(?:[^\s();]|\([^()]*\))+){4});/gm

const fourSided = (text) =>
  [...text.matchAll(FOUR)].flatMap(([whole, values]) => {
    const [, right, , left] = values.trim().match(/(?:[^\s()]|\([^()]*\))+/g) ?? []
    return right === left ? [] : [whole.trim()]
  })

const isModule = (file) => file.endsWith('.module.css')
const isStyle = (file) => file.startsWith(HOME) && file.endsWith('.css')

/** `judge` gives what is wrong, in words, of all files (path → text); `plant` is a house in which it must find something. */
const rules = [
  {
    name: 'logical-sides',
    judge: (files) =>
      styles(files).flatMap(([file, text]) => {
        const found = [...(SIDES.exec(text)?.slice(0, 1) ?? []), ...fourSided(text)]
        return found.map((side) => `${file}: ${side.trim()} (say start and end)`)
      }),
    plant: { 'src/admin/ui/A.module.css': '.a {\n  margin-left: 4px;\n}' },
  },
  {
    name: 'direction-by-attribute',
    judge: (files) =>
      Object.entries(files)
        .filter(([file, text]) => file.endsWith('.css') && /:dir\(/.test(text))
        .map(([file]) => `${file}: the build makes languages of :dir() (say :root[dir='rtl'])`),
    plant: { 'src/landing/a.css': '.a:dir(rtl) {\n}' },
  },
  {
    name: 'known-classes',
    judge: (files) =>
      uses(files).flatMap(({ file, module, names }) =>
        module in files
          ? names
              .filter((name) => !classesIn(files[module]).has(name))
              .map((name) => `${file}: ${basename(module)} has no class ${name}`)
          : [`${file}: there is no ${module}`],
      ),
    plant: {
      'src/admin/ui/A.module.css': '.a {\n}',
      'src/admin/ui/A.tsx': "import css from './A.module.css'\ncss.b",
    },
  },
  {
    name: 'used-classes',
    judge: (files) => {
      const used = uses(files)
      return styles(files)
        .filter(([file]) => isModule(file))
        .flatMap(([file, text]) => {
          const own = used.filter(({ module }) => module === file)
          if (own.some(({ isWhole }) => isWhole)) return []
          const names = new Set(own.flatMap(({ names }) => names))
          return [...classesIn(text)]
            .filter((name) => !names.has(name))
            .map((name) => `${file}: nothing uses ${name}`)
        })
    },
    plant: {
      'src/admin/ui/A.module.css': '.a {\n}\n.b {\n}',
      'src/admin/ui/A.tsx': "import css from './A.module.css'\ncss.a",
    },
  },
  {
    name: 'one-folder',
    judge: (files) =>
      uses(files)
        .filter(({ file, module }) => posix.dirname(file) !== posix.dirname(module))
        .map(({ file, module }) => `${file}: ${module} is another folder's: use its component`),
    plant: {
      'src/admin/ui/A.module.css': '.a {\n}',
      'src/admin/shell/B.tsx': "import css from '../ui/A.module.css'\ncss.a",
    },
  },
  {
    name: 'no-global-classes',
    judge: (files) => [
      ...styles(files)
        .filter(([file]) => !isModule(file) && !THEME.includes(file))
        .map(([file]) => `${file}: a sheet of everybody's classes`),
      ...Object.entries(files)
        .filter(([file]) => file.startsWith(HOME) && /\.tsx?$/.test(file))
        .flatMap(([file, text]) =>
          [...text.matchAll(/className="([^"]*)"/g)]
            .flatMap(([, names]) => (names ?? '').split(/\s+/))
            .filter((name) => name !== '' && !classesIn(files[BASE] ?? '').has(name))
            .map((name) => `${file}: the class ${name} is no module's`),
        ),
    ],
    plant: { 'src/admin/ui/A.tsx': '<p className="grey" />' },
  },
  {
    name: 'one-name',
    judge: (files) => {
      const modules = Object.keys(files).filter(isModule)
      return modules.flatMap((file, index) => {
        const other = modules.findIndex((one) => basename(one) === basename(file))
        return other < index ? [`${file}: ${modules[other]} has the same name`] : []
      })
    },
    plant: { 'src/admin/ui/A.module.css': '', 'src/landing/A.module.css': '' },
  },
]

function styles(files) {
  return Object.entries(files)
    .filter(([file]) => isStyle(file))
    .map(([file, text]) => [file, text.replace(/\/\*[\s\S]*?\*\//g, '')])
}

/** The classes that a sheet gives style to; those of libraries are not its own. */
function classesIn(text) {
  const own = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(FOREIGN, '')
  const selectors = own.replace(/\{[^{}]*\}/g, '{}')
  return new Set([...selectors.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name]) => name))
}

/** Which classes of which module each file uses; `isWhole` where it picks them by a value: css[tone]. */
function uses(files) {
  return Object.entries(files).flatMap(([file, text]) =>
    [...text.matchAll(/^import (\w+) from '(\.[^']*\.module\.css)'/gm)].map(([, css, path]) => ({
      file,
      module: posix.join(posix.dirname(file), path ?? ''),
      names: [...text.matchAll(new RegExp(`\\b${css}\\.(\\w+)`, 'g'))].map(([, name]) => name),
      isWhole: text.includes(`${css}[`),
    })),
  )
}

/** Gives one line for everything that breaks a rule. */
function judge(files) {
  return rules.flatMap(({ name, judge }) => judge(files).map((found) => `${name}: ${found}`))
}

/** Judges the sources below a directory, after each rule has caught what was planted for it. */
export function checkStyles(directory = root) {
  const names = readdirSync(join(directory, 'src'), { recursive: true })
  const files = Object.fromEntries(
    names
      .filter((name) => /\.(tsx?|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => `src/${name.replaceAll('\\', '/')}`)
      .filter((file) => !isAdded(file))
      .map((file) => [file, readFileSync(join(directory, file), 'utf8')]),
  )
  const blind = rules
    .filter(({ judge, plant }) => judge(plant).length === 0)
    .map(({ name }) => `${name}: does not catch its planted violation`)
  const count = Object.keys(files).filter(isStyle).length
  const nothing = count === 0 ? ['no style sheets found'] : []
  return {
    findings: [...blind, ...nothing, ...judge(files)],
    lines: [`${count} style sheets, ${rules.length} rules`],
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { findings, lines } = checkStyles(process.argv[2])
  console.log([...findings, `Styles: ${lines[0]}, ${findings.length} findings.`].join('\n'))
  process.exitCode = findings.length > 0 ? 1 : 0
}
