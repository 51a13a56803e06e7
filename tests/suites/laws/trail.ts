import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { HistoryLine } from '#contract/changes.ts'
import { setAt } from '#model/paths.ts'
import type { Data } from '#server/records/shape.ts'
import type { Values } from '../../support/values.ts'
import { check, type Tally } from './law.ts'
import type { Cast, Telling } from './story.ts'
import { read } from './world.ts'

/** The most lines that a page of a history has. */
const PAGE = 100

/**
 * Trail: a record at any version is its history applied from the start, field by field, as the API tells it; the last
 * one is the record. Of all records of a story that was told.
 */
export async function expectTrails(telling: Telling, tally: Tally): Promise<void> {
  const states = await telling.states()
  for (const one of telling.cast) {
    const state = states.get(one.id)
    if (state) check(tally, one.resource, await expectTrail(telling, one, state))
  }
}

async function expectTrail(
  telling: Telling,
  { resource, id }: Cast,
  state: { version: number; isDeleted: boolean; data: Data },
): Promise<number> {
  const lines = await linesOf(telling, `${resource.api.path}/${id}/history`)
  const stored = await read<{ version: number; data: Data }>(
    telling.world,
    'select version, data from history where resource = $1 and record_id = $2 order by version',
    [resource.name, id],
  )
  const told = `${resource.name} ${id}: ${JSON.stringify({ lines, stored, state })}`
  expect(
    lines.map(({ version }) => version),
    told,
  ).toEqual(stored.map((_, place) => place + 1))
  let data: Values = {}
  for (const [place, { fields }] of lines.entries()) {
    for (const [path, { is }] of Object.entries(fields)) data = setAt(data, path, is)
    const kept = own(stored[place]?.data ?? {})
    expect(isDeepStrictEqual(own(data), kept), `version ${place + 1} of ${told}`).toBe(true)
  }
  expect(own(data), told).toEqual(own(state.data))
  const last = lines.at(-1)
  expect([last?.version, last?.action === 'delete'], told).toEqual([state.version, state.isDeleted])
  return lines.length + 2
}

/** The lines of a history, the oldest first. */
async function linesOf(telling: Telling, path: string): Promise<HistoryLine[]> {
  const lines: HistoryLine[] = []
  for (let page = 1; ; page += 1) {
    const answer = await telling.call(0, 'GET', `${path}?page=${page}&limit=${PAGE}`)
    expect(answer.status, answer.text).toBe(200)
    const some = answer.body.history as HistoryLine[]
    lines.push(...some)
    if (some.length < PAGE) return lines.reverse()
  }
}

/** What sign-ins write is nobody's field. */
function own({ lastLogin: _, ...data }: Values): Values {
  return data
}
