import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { rowsOf } from '../../support/raw-rows.ts'
import { type Ground, ground } from './ground.ts'
import { newLedger, startLoad } from './load.ts'
import type { Trial } from './outcome.ts'
import { isRight, learnersOf, settle, verify } from './verify.ts'

const SAMPLE_MS = 5_000
/** Of the samples: what a start still grows says nothing. */
const SETTLED = 0.25
/** Slopes of a shorter soak are noise: they are printed, and nothing is demanded of them. */
const LEAST_MINUTES = 30
const MOST = { 'MB of memory': 20, descriptors: 5, connections: 2 }

type Sample = Record<keyof typeof MOST, number>

/** A mixed load for a long time: memory, descriptors and connections must not grow with it. */
export const soak: Trial = async ({ soak: minutes }) => {
  const place = await ground()
  const ledger = newLedger()
  const samples: Sample[] = []
  try {
    const load = startLoad(place, ledger, await learnersOf(place.connection), 4)
    const end = performance.now() + minutes * 60_000
    while (performance.now() < end) {
      await pause(SAMPLE_MS)
      samples.push(await sampleOf(place))
    }
    await load.end()
    const { odd } = await settle(place, ledger)
    const verdict = await verify(place.connection, ledger, true)
    const settled = samples.slice(Math.floor(samples.length * SETTLED))
    const slopes = Object.keys(MOST).map((name) => {
      const what = name as keyof Sample
      const values = settled.map((sample) => sample[what])
      const anHour = (slopeOf(values) * 3_600_000) / SAMPLE_MS
      return { what, anHour, first: values[0] ?? 0, last: values.at(-1) ?? 0 }
    })
    return [
      {
        trial: `soak, ${minutes} minutes`,
        figures: [
          `${ledger.acknowledged} writes acknowledged, ${Math.round(ledger.acknowledged / minutes / 60)} a second`,
          ...slopes.map(
            ({ what, anHour, first, last }) =>
              `${what}: ${anHour.toFixed(1)} an hour (${first.toFixed(0)}, at last ${last.toFixed(0)})`,
          ),
        ],
        demands: [
          [`soak: nothing lost or doubled, figures as recounted`, isRight(verdict) && odd === 0],
          ...(minutes < LEAST_MINUTES
            ? []
            : slopes.map(
                ({ what, anHour }) =>
                  [
                    `soak: less than ${MOST[what]} ${what} more an hour`,
                    anHour < MOST[what],
                  ] as const,
              )),
        ],
      },
    ]
  } finally {
    await place.close()
  }
}

async function sampleOf({ pid, connection }: Ground): Promise<Sample> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8')) ?? []
  const [row] = await rowsOf<{ n: number }>(
    connection,
    "select count(*)::int as n from pg_stat_activity where application_name like 'waymark%'",
  )
  return {
    'MB of memory': Number(kilobytes) / 1024,
    descriptors: readdirSync(`/proc/${pid()}/fd`).length,
    connections: row?.n ?? 0,
  }
}

/** By least squares, for each step. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let up = 0
  let across = 0
  for (const [index, value] of values.entries()) {
    up += (index - middle) * (value - mean)
    across += (index - middle) ** 2
  }
  return across === 0 ? 0 : up / across
}
