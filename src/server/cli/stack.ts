import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { programRoot } from '#server/paths.ts'
import { say } from './command-services.ts'
import { CommandError, readOptions, UsageError } from './usage.ts'

/** A place in a built file: `Console-Bx1.js:1:20345`, whatever path or address stands before it. */
const PLACE = /(?:https?:\/\/|file:\/\/)?[^\s()'"]*?([\w.-]+\.js):(\d+):(\d+)/g

/** npm run admin -- stack FILE ('-' reads what comes in): the places of a stack in our sources, for the present build. */
export async function stack([file, ...args]: string[]): Promise<void> {
  readOptions(args, {})
  if (file === undefined || (file.startsWith('-') && file !== '-'))
    throw new UsageError('Say which file holds the stack.')
  const text = await textOf(file)
  say(inSources(text, join(programRoot(), 'dist', 'maps')).trimEnd())
}

/** The text with each place that a map in `folder` knows in its source. */
export function inSources(text: string, folder: string): string {
  const maps = new Map<string, SourceMap | undefined>()
  const mapOf = (name: string) => {
    if (!maps.has(name)) maps.set(name, readMap(join(folder, `${name}.map`)))
    return maps.get(name)
  }
  return text.replace(PLACE, (place: string, name: string, line: string, column: string) => {
    const entry = mapOf(name)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return place
    const { originalSource, originalLine, originalColumn } = entry
    // What the build wrote itself has no source, whatever Node's types say.
    if (typeof originalSource !== 'string') return place
    const source = originalSource.replace(/^(?:\.\.\/)+/, '')
    return `${source}:${originalLine + 1}:${originalColumn + 1}`
  })
}

function readMap(path: string): SourceMap | undefined {
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file === '-' ? '/dev/stdin' : file, 'utf8')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandError(`${file} cannot be read: ${why}`)
  }
}
