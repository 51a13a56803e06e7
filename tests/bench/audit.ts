import { parseArgs } from 'node:util'
import { advisories } from './audit/advisories.ts'
import { contract } from './audit/contract.ts'
import { ffuf } from './audit/ffuf.ts'
import { type Outcome, rowOf, type Tool } from './audit/outcome.ts'
import { install, isThere } from './audit/programs.ts'
import { sbom } from './audit/sbom.ts'
import { slowhttptest } from './audit/slowhttp.ts'
import { sqlmap } from './audit/sqlmap.ts'
import { folderOf, startTarget, type Target } from './audit/target.ts'
import { wapiti } from './audit/wapiti.ts'

/**
 * What others' tools say of the built product, started here with demo data and a database of its own:
 * npm run audit [-- tool …] [--install] [--requests 5000] [--seed 10] [--level 1] [--out dist/sbom.json]
 * Without names it runs all of them; what they write lies below .cache/audit. Prints a table; exits with 1 on a
 * finding. What is not installed or not reached is no pass: the table says so, and how it would run.
 */
const TOOLS: Readonly<Record<string, Tool>> = {
  ...{ sbom, advisories, contract, ffuf, sqlmap, wapiti, slowhttptest },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '10' },
    level: { type: 'string', default: '1' },
    out: { type: 'string', default: 'dist/sbom.json' },
    install: { type: 'boolean', default: false },
  },
})
const asked = {
  ...values,
  requests: Number(values.requests),
  seed: Number(values.seed),
  level: Number(values.level),
}
const unknown = positionals.filter((name) => !Object.hasOwn(TOOLS, name))
const isNumbered = [asked.requests, asked.seed, asked.level].every((one) => one >= 0)
if (unknown.length > 0 || !isNumbered || asked.level > 5) {
  console.error(`Usage: npm run audit [-- ${Object.keys(TOOLS).join(' | ')} …] [--install] …`)
  process.exit(2)
}

const names = positionals.length > 0 ? positionals : Object.keys(TOOLS)
const lacking = names.flatMap((name) => {
  const { debian } = TOOLS[name] ?? {}
  return debian !== undefined && !isThere(debian) ? [debian] : []
})
if (asked.install && lacking.length > 0) await install(folderOf('apt'), lacking)

/** Started when the first tool asks for it. */
const product: { started?: Promise<Target> } = {}
const target = () => {
  product.started ??= startTarget()
  return product.started
}
const outcomes: Outcome[] = []
try {
  for (const name of names) {
    console.log(`${name} …`)
    const outcome = await run(name)
    outcomes.push(outcome)
    console.log(rowOf(outcome))
    for (const finding of outcome.findings) console.error(`FINDING: ${finding}`)
    for (const aside of outcome.aside ?? []) console.log(`set aside: ${aside}`)
  }
} finally {
  // What kept it from starting is told as a finding.
  await (await product.started?.catch(() => undefined))?.stop()
}

console.log('\n| Tool | Figures | |\n| --- | --- | --- |')
for (const outcome of outcomes) console.log(rowOf(outcome))
const found = outcomes.reduce((sum, { findings }) => sum + findings.length, 0)
const left = outcomes.filter(({ missing }) => missing !== undefined).length
console.log(`\n${found} findings; ${left} of ${outcomes.length} tools did not run`)
if (found > 0) process.exitCode = 1

/** One tool; one that fails by itself is a finding, not the end of the others. */
async function run(name: string): Promise<Outcome> {
  const none = { tool: name, figures: [], findings: [] }
  const tool = TOOLS[name]
  if (tool?.debian !== undefined && !isThere(tool.debian))
    return { ...none, missing: `apt-get install ${tool.debian}, or --install as root` }
  try {
    return (await tool?.run(asked, target)) ?? none
  } catch (error) {
    return { ...none, findings: [String(error)] }
  }
}
