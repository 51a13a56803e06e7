// npm run check: runs every check that is not a test. `npm run check -- data` reports what the declarations would
// refuse of stored records. All steps run, even after one fails. The summary says how to fix each failure.
//
// Biome's rules are its recommended ones with all of react's and project's; off are only noJsxPropsBind
// (an arrow function in a prop costs nothing measurable and reads best where it is used) and
// useUniqueElementIds (ids come from the declarations: forms name them, tests and labels find them).
import { checkBytes } from './bytes.mjs'
import { checkDeclarations, ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { become, runNode, tool } from './steps/process.mjs'

await ensureInstalled()

const [only, ...names] = process.argv.slice(2)
if (only === 'data') {
  await ensureBuilt()
  await become('command.js', ['check', 'data', ...names])
} else await checkAll()

async function checkAll() {
  const results = (await Promise.all(rowsOfSteps().map(takeRow))).flat()
  const failed = results.filter(({ ok }) => !ok)
  for (const { name, cure } of failed) console.log(`To fix ${name}: ${cure}`)
  console.log(`Check: ${results.length - failed.length} passed, ${failed.length} failed.`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

function program(path, args) {
  return () =>
    runNode(tool(path), args, { quiet: true }).then(({ code, output }) => ({
      findings: code === 0 ? [] : [output.trim() || `ended with code ${code}`],
      lines: [],
    }))
}

/**
 * Two rows run side by side, the steps of a row in turn. Styles and words are imported late: they need packages that
 * may have to be installed first.
 */
function rowsOfSteps() {
  return [
    [
      step('types', 'correct the type errors', program('typescript/bin/tsc', ['--noEmit'])),
      step('byte budgets', 'load more code lazily', checkBytes),
    ],
    [
      step(
        'Biome',
        'npx biome check --write',
        program('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '--colors=off']),
      ),
      step(
        'dead code',
        'remove it, or name it as an entry in knip.json',
        program('knip/bin/knip.js', ['--no-progress']),
      ),
      step('declarations', 'follow the fix of each finding', async () => {
        const { code, output } = await checkDeclarations({ quiet: true })
        return { findings: code === 0 ? [] : [output.trim()], lines: [] }
      }),
      step('styles', 'remove the class, use it, or write logical sides (start, end)', async () =>
        (await import('./checks/styles.mjs')).checkStyles(),
      ),
      step('words', 'pass the text through translate', async () =>
        (await import('./checks/words.mjs')).checkWords(),
      ),
    ],
  ]
}

function step(name, cure, look) {
  return { name, cure, look }
}

async function take({ name, cure, look }) {
  const start = Date.now()
  const { findings, lines } = await Promise.resolve()
    .then(look)
    .catch((failure) => ({ findings: [failure.stack], lines: [] }))
  const ok = findings.length === 0
  const time = `${((Date.now() - start) / 1000).toFixed(1)} s`
  console.log([`${ok ? 'ok  ' : 'FAIL'} ${name} (${time})`, ...findings, ...lines].join('\n     '))
  return { name, cure, ok }
}

async function takeRow(steps) {
  const results = []
  for (const each of steps) results.push(await take(each))
  return results
}
