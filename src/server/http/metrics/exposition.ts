/** One series of a family at this moment. */
export interface Sample {
  /** Follows the name: `_sum`, `_count`, `_bucket`. */
  suffix?: string
  labels?: Readonly<Record<string, string>>
  value: number
}

/** What is told under one name. */
export interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'summary' | 'histogram'
  samples: readonly Sample[]
}

/** What is wanted at any time, over all families. */
export const MOST_SERIES = 300

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Writes families as Prometheus reads them (text format 0.0.4). What is no finite number is left out. */
export function expose(families: readonly Family[]): string {
  return families
    .map(({ name, help, type, samples }) => {
      const lines = samples
        .filter(({ value }) => Number.isFinite(value))
        .map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${written(labels)} ${value}`)
      return lines.length === 0
        ? ''
        : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`
    })
    .join('')
}

/** A family of one series. */
export function single(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  value: number | undefined,
): Family {
  return { name, help, type, samples: value === undefined ? [] : [{ value }] }
}

function written(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')
}
