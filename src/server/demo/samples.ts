import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WidgetType } from '#contract/dashboards.ts'
import type { Data } from '#server/records/shape.ts'

type Name = readonly [written: string, latin: string]

/** Given and family names of a language area. */
export interface NamePool {
  /** How often it is drawn, against the others. */
  weight: number
  given: readonly Name[]
  family: readonly Name[]
}

/** What the files in samples/ hold. Records refer to each other by name. */
interface Samples {
  'career-fields': Data[]
  missions: Data[]
  protocols: Data[]
  mentors: Data[]
  dashboards: {
    title: string
    description: string
    isDefault: boolean
    daysAgo: number
    widgets: { type: WidgetType; title: string; x: number; y: number; width: number }[]
  }[]
  names: NamePool[]
}

const read = new Map<string, unknown>()

/** The content of `samples/<name>.json`. Throws when the file cannot be read. */
export function samples<Name extends keyof Samples>(name: Name): Samples[Name] {
  if (!read.has(name))
    read.set(name, JSON.parse(readFileSync(join(samplesFolder(), `${name}.json`), 'utf8')))
  return read.get(name) as Samples[Name]
}

/** Beside the program once it is built, at the top of the sources otherwise. */
function samplesFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const folders = ['samples', '../samples', '../../../samples'].map((path) => join(here, path))
  const folder = folders.find((one) => existsSync(one))
  if (!folder) throw new Error('The sample texts are missing. Run: npm run build')
  return folder
}
