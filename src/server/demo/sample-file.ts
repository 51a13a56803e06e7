import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as z from 'zod'

/** At most so many faults of a file are told at once. */
const TOLD = 5

/** Where the sample texts are: beside the program once it is built, at the top of the sources otherwise. */
function samplesFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const folders = ['samples', '../samples', '../../../samples'].map((path) => join(here, path))
  const folder = folders.find((one) => existsSync(one))
  if (!folder) throw new Error('The sample texts are missing. Run: npm run build')
  return folder
}

/** Gives what reads the file at its first use. Throws when the file is not what its shape says. */
export function sampleFile<T>(name: string, shape: z.ZodType<T>): () => T {
  let read: { value: T } | undefined
  return () => {
    read ??= { value: readSampleFile(samplesFolder(), name, shape) }
    return read.value
  }
}

/** Reads one file of samples. Throws an error with its name, the place in it and the reason. */
export function readSampleFile<T>(folder: string, name: string, shape: z.ZodType<T>): T {
  const file = `samples/${name}.json`
  const parsed = shape.safeParse(contentOf(join(folder, `${name}.json`), file))
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const faults = issues
    .slice(0, TOLD)
    .map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`)
  const more = issues.length > TOLD ? [`and ${issues.length - TOLD} more`] : []
  throw new Error([`${file} is wrong.`, ...faults, ...more].join('\n  '))
}

function contentOf(path: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${file} cannot be read: ${reason}`, { cause: error })
  }
}
