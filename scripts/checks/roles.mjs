import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../steps/process.mjs'

// Who may do what is decided in one place (docs/decisions/025-access.md): nothing else on the server compares a
// role with the name of one, in TypeScript or in SQL.

const PLACE = 'src/server/records/access.ts'
const NAMES = 'src/resources/roles.ts'
/** One comparison in each way that a file must not make. */
const PLANTS = [
  "if (owner.data.role === 'admin') go()",
  'const isUser = USER !== role',
  "sql`select 1 from t where role = 'admin'`",
  "['editor', 'admin'].includes(owner.data.role)",
  "switch (role) { case 'editor': go() }",
]

/** Finds comparisons of a role on the server outside of the one place for them. */
export function checkRoles() {
  const names = ['admin', ...declared(readFileSync(join(root, NAMES), 'utf8'))]
  const files = readdirSync(join(root, 'src/server'), { recursive: true })
    .map((name) => `src/server/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file) && file !== PLACE)
  const blind = PLANTS.filter((line) => !compares(line, names))
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (compares(line, names) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  )
  return {
    findings: [...blind.map((line) => `does not catch: ${line}`), ...found],
    lines: [`${files.length} files, ${names.length} roles`],
  }
}

function declared(text) {
  return [...text.matchAll(/^ {2}(\w+): \{ label:/gm)].map(([, name]) => name)
}

function compares(line, names) {
  const name = `(?:['"](?:${names.join('|')})['"]|\\b(?:ADMIN|USER)\\b)`
  return [
    `(?:[=!]==?|[^=!<>]\\s=)\\s*${name}`,
    `${name}\\s*[=!]==?`,
    `${name}[^\\]]*\\]\\.(?:includes|has|some)\\(`,
    `case\\s+${name}`,
  ].some((pattern) => new RegExp(pattern).test(line))
}
