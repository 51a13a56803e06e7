import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../steps/process.mjs'

const call =
  /\b(test|it|describe)((?:\.\w+)*)(?:\([^()]*\))?\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`)/g

/** Finds checklist IDs that docs/finished.json calls finished and that no test's title names. */
export function checkFinished(house = root) {
  const finished = JSON.parse(readFileSync(join(house, 'docs', 'finished.json'), 'utf8'))
  const titles = testFiles(house).flatMap((path) => titlesOf(readFileSync(path, 'utf8')))
  const named = new Set(titles.flatMap((text) => text.match(/\b[A-Z]+-\d\d\b/g) ?? []))
  const missing = finished.filter((id) => !named.has(id))
  return {
    findings: missing.map((id) => `${id} is called finished, and no test's title names it`),
    lines: [`${finished.length} finished, ${named.size} IDs named in ${titles.length} titles`],
  }
}

/**
 * The titles that prove something: those of tests that run, and those of groups in a file that has such
 * tests. A title that is put off (skip, fixme, todo, fails) proves nothing.
 */
function titlesOf(text) {
  const calls = [...text.matchAll(call)]
    .map(([, name, more, a, b, c]) => ({
      isGroup: name === 'describe' || /\.describe\b/.test(more),
      isPutOff: /\.(skip|fixme|todo|fails?)\b/.test(more),
      title: a ?? b ?? c ?? '',
    }))
    .filter(({ isPutOff }) => !isPutOff)
  return calls.every(({ isGroup }) => isGroup) ? [] : calls.map(({ title }) => title)
}

function testFiles(house) {
  return ['src', 'tests'].flatMap((place) =>
    readdirSync(join(house, place), { recursive: true })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name) || name.startsWith('suites'))
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(house, place, name)),
  )
}
