// npm run new:resource NAME [--from FILE]: writes a declaration and its line in the registry.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { AnswersEnded, ask } from './new-resource/ask.mjs'
import { fieldsOfJson } from './new-resource/from-json.mjs'
import { fieldsOfSql } from './new-resource/from-sql.mjs'
import { declarationOf, registered } from './new-resource/write.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { requireNode } from './steps/node-version.mjs'
import { root, runNode, tool } from './steps/process.mjs'

const USAGE = `npm run new:resource -- NAME                     asks for the fields
npm run new:resource -- NAME --from FILE.json    takes them from one record, or from a list of records
npm run new:resource -- NAME --from FILE.sql     takes them from 'create table': further tables that refer to it
                                                 become ordered lists

NAME stands in addresses: many of them, in small letters, like workshops or career-paths.`

/** Said without a stack: the caller can mend it. */
class Refusal extends Error {}

const RESOURCES = join(root, 'src/resources')
const REGISTRY = join(RESOURCES, 'declared.ts')

requireNode()
try {
  await main()
} catch (error) {
  if (
    !(
      error instanceof Refusal ||
      error instanceof AnswersEnded ||
      error.code?.startsWith('ERR_PARSE_ARGS')
    )
  )
    throw error
  console.error(`${error.message}\n\n${USAGE}`)
  process.exitCode = 2
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return console.log(USAGE)
  const [name = '', ...more] = positionals
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || more.length > 0)
    throw new Refusal(`'${positionals.join(' ')}' is not the name of a resource.`)
  const file = join(RESOURCES, `${name}.ts`)
  if (existsSync(file)) throw new Refusal(`src/resources/${name}.ts is there already.`)

  const known = resourceNames()
  const fields =
    values.from === undefined ? await ask(name, known) : fieldsOf(name, values.from, known)
  if (fields.length === 0) throw new Refusal('No field was found: nothing is written.')

  writeFileSync(file, declarationOf(name, fields))
  writeFileSync(REGISTRY, registered(readFileSync(REGISTRY, 'utf8'), name))
  await tidied([file, REGISTRY])
  console.log(`Written:
  src/resources/${name}.ts    read it: limits, choices and labels are guesses
  src/resources/declared.ts   its line in the registry

npm run dev shows it at /admin/${name}. docs/adding-a-resource.md says what else can be declared.`)
}

function fieldsOf(name, from, known) {
  if (!existsSync(from)) throw new Refusal(`There is no file '${from}'.`)
  const text = readFileSync(from, 'utf8')
  if (extname(from) === '.sql') return fieldsOfSql(text, name, known)
  try {
    return fieldsOfJson(JSON.parse(text), known)
  } catch (error) {
    throw new Refusal(`'${from}' is no JSON of records: ${error.message}`)
  }
}

/** What other resources are called, as references name them. */
function resourceNames() {
  return readdirSync(RESOURCES)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const [, name] =
        /^ {2}name: '([^']+)'/m.exec(readFileSync(join(RESOURCES, file), 'utf8')) ?? []
      return name ? [name] : []
    })
}

/** As the style check wants them. */
async function tidied(files) {
  await ensureInstalled()
  const { code } = await runNode(
    tool('@biomejs/biome/bin/biome'),
    ['check', '--write', '--vcs-enabled=false', ...files],
    {
      quiet: true,
    },
  )
  if (code !== 0) console.log('They are not formatted yet: npx biome check --write src/resources')
}
