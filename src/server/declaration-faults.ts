import { readFileSync } from 'node:fs'
import { DeclarationError, type FileFault, sentence } from '#model/check/fault.ts'
import { countOf } from '#model/plural.ts'

/**
 * Imports what stands on the declarations. Where they are wrong it ends the process with their faults and no
 * stack: nothing was opened yet.
 */
export async function onDeclarations<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const words =
      error instanceof DeclarationError ? explainDeclarations(error) : explainUnread(error)
    if (words === undefined) throw error
    process.stderr.write(`${words}\n`)
    process.exit(1)
  }
}

/** Why the file of a declaration could not be run; undefined when it is another file that could not. */
export function explainUnread(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const [, file, line] = /(src\/[\w./-]+\.ts):(\d+)/.exec(error.stack ?? '') ?? []
  // What does not even parse is told of behind a heading.
  const [message] = error.message.replace(/^.*ERROR: /s, '').split('\n', 1)
  return file?.startsWith('src/resources/') ? `${file}:${line}: ${message}.` : undefined
}

/** Every fault on a line of its own, behind file and line as editors and terminals know them. */
export function explainDeclarations(
  { faults }: DeclarationError,
  read: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): string {
  const lines = faults.map((fault) => {
    const line = lineOf(fault, textOf(fault.file, read))
    return `${fault.file}${line === undefined ? '' : `:${line}`}: ${sentence(fault)}`
  })
  return [
    `The declarations have ${countOf(faults.length, 'fault')}, so nothing was started.`,
    ...lines,
  ].join('\n')
}

function textOf(file: string, read: (file: string) => string): string | undefined {
  try {
    return read(file)
  } catch {
    // The built product may stand alone.
    return undefined
  }
}

/**
 * The line that a fault speaks of, counted from 1: found by the words of `at`, for a declaration is data by the time
 * it is checked. The line of the declaration where that is not seen.
 */
function lineOf({ at, line, isTwin }: FileFault, text: string | undefined): number | undefined {
  const lines = text?.split('\n') ?? []
  const [, key = ''] = /^(\w+)/.exec(at) ?? []
  const begin = line === undefined ? 0 : line - 1
  const [, schema, path] = /^(create|update|row)\.(\S+)/.exec(at) ?? []
  if (schema !== undefined && path !== undefined) {
    const found = lineOfKey(lines, path.split('.')) ?? lineOfKey(lines, [path])
    if (found !== undefined) return found + 1
  }
  const start = lines.findIndex((one, index) => index >= begin && isKey(one, key))
  if (start === -1) return line
  const section = sectionAt(lines, start)
  const [, word = /\.(\w+)/.exec(at)?.[1]] = /'(.*)'/.exec(at) ?? []
  const has = (one: string) =>
    word !== undefined &&
    ([`'${word}'`, `"${word}"`].some((it) => one.includes(it)) || isKey(one, word))
  const place = isTwin ? section.findLastIndex(has) : section.findIndex(has)
  return start + Math.max(place, 0) + 1
}

/** The line of a key of a schema, each key of the path below the one before; undefined when one is not seen. */
function lineOfKey(lines: readonly string[], path: readonly string[]): number | undefined {
  return path
    .filter((key) => key !== '*')
    .reduce<number | undefined>((from, key) => {
      if (from === undefined) return undefined
      const found = lines.findIndex((one, index) => index >= from && isKey(one, key))
      return found === -1 ? undefined : found
    }, 0)
}

function isKey(line: string, key: string): boolean {
  if (key === '') return false
  return new RegExp(`(^|[\\s{,(])['"]?${key.replace(/\W/g, '\\$&')}['"]?\\s*[:(]`).test(line)
}

/** From the line of a key to the next that stands no deeper, which is its end or the key after it. */
function sectionAt(lines: readonly string[], start: number): readonly string[] {
  const depth = (line: string) => line.search(/\S|$/)
  const first = depth(lines[start] ?? '')
  const length = lines.slice(start + 1).findIndex((one) => one.trim() !== '' && depth(one) <= first)
  return lines.slice(start, length === -1 ? undefined : start + 1 + length)
}
