import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reading } from './measure.ts'
import type { Stage } from './report.ts'

/** The folder of the record, and of the pictures and the table that are made from it. */
export const PLACE = join('.cache', 'growth')
const FILE = join(PLACE, 'record.json')

/** The stages of the record, the smallest first; none where there is no record. */
export function readRecord(): Stage[] {
  if (!existsSync(FILE)) return []
  const stages = JSON.parse(readFileSync(FILE, 'utf8')) as (Omit<Stage, 'readings'> & {
    readings: Record<string, Reading>
  })[]
  return stages.map((stage) => ({ ...stage, readings: new Map(Object.entries(stage.readings)) }))
}

/** Writes one stage, in the place of what is recorded of that size. `isPart` adds its readings to those there. */
export function recordStage(stage: Stage, isPart: boolean): void {
  const known = readRecord()
  const same = isPart ? known.find(({ users }) => users === stage.users) : undefined
  const readings = new Map([...(same?.readings ?? []), ...stage.readings])
  const stages = [
    ...known.filter(({ users }) => users !== stage.users),
    { ...stage, readings },
  ].sort((one, other) => one.users - other.users)
  writeRecord(stages)
}

/** A whole run begins with nothing. */
export function emptyRecord(): void {
  writeRecord([])
}

function writeRecord(stages: readonly Stage[]): void {
  mkdirSync(PLACE, { recursive: true })
  const plain = stages.map((stage) => ({ ...stage, readings: Object.fromEntries(stage.readings) }))
  writeFileSync(FILE, `${JSON.stringify(plain, rounded, 2)}\n`)
}

/** A thousandth of a millisecond is all that is known. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value
}
