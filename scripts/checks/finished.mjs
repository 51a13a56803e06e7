import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../steps/process.mjs'

const title =
  /\b(?:test|it|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`)/g

/** Finds checklist IDs that docs/finished.json calls finished and that no test's title names. */
export function checkFinished() {
  const finished = JSON.parse(readFileSync(join(root, 'docs', 'finished.json'), 'utf8'))
  const titles = testFiles().flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(title)].map(([, a, b, c]) => a ?? b ?? c ?? ''),
  )
  const named = new Set(titles.flatMap((text) => text.match(/\b[A-Z]+-\d\d\b/g) ?? []))
  const missing = finished.filter((id) => !named.has(id))
  return {
    findings: missing.map((id) => `${id} is called finished, and no test's title names it`),
    lines: [`${finished.length} finished, ${named.size} IDs named in ${titles.length} titles`],
  }
}

function testFiles() {
  return ['src', 'tests'].flatMap((place) =>
    readdirSync(join(root, place), { recursive: true })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name) || name.startsWith('suites'))
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(root, place, name)),
  )
}
