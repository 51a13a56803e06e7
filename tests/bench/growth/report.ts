import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Picture, sheetOf } from './chart.ts'
import type { Size } from './fill.ts'
import type { Reading } from './measure.ts'
import { PLACE } from './record.ts'
import { type Trend, trendOf } from './trend.ts'

/** Everything that was measured at one size. */
export interface Stage extends Size {
  /** Of the database, in MB. */
  megabytes: number
  readings: ReadonlyMap<string, Reading>
}

/** What grew how, over all stages. */
export interface Grown {
  name: string
  isWhole: boolean
  trend: Trend
  factor: number
}

export function grownIn(stages: readonly Stage[], isWhole: (name: string) => boolean): Grown[] {
  const names = [...(stages.at(-1)?.readings.keys() ?? [])]
  return names.map((name) => {
    const points = stages.flatMap(({ users, readings }) => {
      const reading = readings.get(name)
      return reading ? [{ users, reading }] : []
    })
    return { name, isWhole: isWhole(name), ...trendOf(points) }
  })
}

/** Writes the pictures and the table. */
export function writeReport(stages: readonly Stage[], grown: readonly Grown[]): void {
  const sizes = stages.map(({ users }) => users)
  const valuesOf = (name: string, of: (reading: Reading) => number | null) =>
    stages.map(({ readings }) => {
      const reading = readings.get(name)
      return reading ? of(reading) : null
    })
  const times = grown.map(
    ({ name, trend, isWhole }): Picture => ({
      title: name,
      note: isWhole ? 'reads or writes all' : trend,
      trend: isWhole ? undefined : trend,
      lines: [
        { kind: 'p99', values: valuesOf(name, ({ p99 }) => p99) },
        { kind: 'cpu', values: valuesOf(name, ({ cpu }) => cpu ?? null) },
        { kind: 'median', values: valuesOf(name, ({ median }) => median) },
      ],
    }),
  )
  const memory = grown.map(
    ({ name }): Picture => ({
      title: name,
      note: 'memory of the server after it',
      lines: [{ kind: 'plain', values: valuesOf(name, ({ megabytes }) => megabytes) }],
    }),
  )
  const size: Picture = {
    title: 'database',
    note: 'size of all tables and indexes',
    lines: [{ kind: 'plain', values: stages.map(({ megabytes }) => megabytes) }],
  }
  mkdirSync(PLACE, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(PLACE, name), text)
  write(
    'time.svg',
    sheetOf(
      'Median (blue), p99 (dashed) and CPU time of server and database (orange), ms',
      sizes,
      'ms',
      times,
    ),
  )
  write('memory.svg', sheetOf('Memory, MB', sizes, 'MB', [size, ...memory]))
  write('table.md', `${tableOf(stages, grown)}\n`)
}

function tableOf(stages: readonly Stage[], grown: readonly Grown[]): string {
  const heads = stages.map(({ users }) => count(users))
  const row = (name: string, cells: readonly string[], last: string) =>
    `| ${[name, ...cells, last].join(' | ')} |`
  const cell = (name: string) => (stage: Stage) => {
    const reading = stage.readings.get(name)
    if (!reading) return '–'
    const { median, p99, cpu } = reading
    return [median, p99, ...(cpu === undefined ? [] : [cpu])].map(ms).join(' / ')
  }
  return [
    row('median / p99 / CPU, ms, at users', heads, 'grows'),
    `| --- |${heads.map(() => ' --- |').join('')} --- |`,
    row(
      'events',
      stages.map(({ events }) => count(events)),
      '',
    ),
    row(
      'database, MB',
      stages.map(({ megabytes }) => count(Math.round(megabytes))),
      '',
    ),
    ...grown.map(({ name, trend, factor, isWhole }) =>
      row(
        name,
        stages.map(cell(name)),
        `${isWhole ? 'reads or writes all' : trend} (${factor.toFixed(2)})`,
      ),
    ),
    row('memory of the server, most, MB', stages.map(mostMemory), ''),
  ].join('\n')
}

function mostMemory({ readings }: Stage): string {
  return String(Math.max(...[...readings.values()].map(({ megabytes }) => megabytes)))
}

function ms(number: number): string {
  if (number >= 100) return count(Math.round(number))
  return number.toFixed(1)
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
