import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { EVENTS_PATH } from '#contract/events.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { derived, recount } from '../../support/recount.ts'
import { untilCounted } from '../until-counted.ts'
import { ask, type Ledger, type Target } from './load.ts'

/** What stands in the database against what was said of it; empty when all is right. */
interface Verdict {
  lost: number
  doubled: number
  /** Not as it was last said to be. */
  stale: number
  /** Deleted, and there again. */
  back: number
  /** Records whose history has not each version once. */
  gaps: number
  /** Tables of figures that differ from a recount of the raw rows. */
  figures: string[]
}

interface Row {
  id: string
  version: number
  name: string
  text: string
  gone: boolean
}

/**
 * Sends again, under its key, what had no answer: each is then done once. Gives how many were not done at all, and
 * how many answered something else.
 */
export async function settle(
  target: Target,
  ledger: Ledger,
): Promise<{ sent: number; odd: number }> {
  const unsure = ledger.unsure.splice(0)
  const batches = ledger.unsureEvents.splice(0)
  let odd = 0
  for (const { method, path, body, version, key, record } of unsure) {
    const said = await ask(target, method, path, { body, version, key })
    if (said.status < 200 || said.status > 299) odd += 1
    else if (method === 'POST') {
      const { _id: id, description } = said.body
      keep(ledger, String(id), said.version, String(description), false)
    } else if (record && method === 'PUT')
      keep(ledger, record.id, said.version, String(said.body.description), false)
    else if (record) keep(ledger, record.id, record.version, record.text, true)
  }
  for (const events of batches) {
    const { status } = await ask(target, 'POST', EVENTS_PATH, { body: { events } })
    if (status !== 202) odd += 1
    else for (const { id } of events as { id: string }[]) ledger.events.add(id)
  }
  return { sent: unsure.length + batches.length, odd }
}

function keep({ records }: Ledger, id: string, version: number, text: string, isGone: boolean) {
  records.set(id, { id, version, text, isGone })
}

/** Compares; with figures, which are counted anew from the raw rows, it takes longer. */
export async function verify(
  connection: Connection,
  ledger: Ledger,
  withFigures: boolean,
): Promise<Verdict> {
  const client = await connectAlone(connection)
  try {
    const verdict: Verdict = { lost: 0, doubled: 0, stale: 0, back: 0, gaps: 0, figures: [] }
    const { rows } = await client.query<Row>(
      `select id, version, data ->> 'name' as name, data ->> 'description' as text,
        deleted_at is not null as gone from rec_career_fields`,
    )
    const found = new Map(rows.map((row) => [row.id, row]))
    const names = new Set(rows.map(({ name }) => name))
    verdict.doubled = rows.length - names.size
    for (const { id, version, text, isGone } of ledger.records.values()) {
      const row = found.get(id)
      if (!row) verdict.lost += 1
      else if (isGone) verdict.back += row.gone ? 0 : 1
      else if (row.gone || row.text !== text || row.version !== version) verdict.stale += 1
    }
    verdict.gaps = await oneNumber(
      client,
      `select count(*)::int as n from (select 1 from history where resource = 'career-fields'
        group by record_id having count(*) <> count(distinct version) or count(*) <> max(version)) as wrong`,
    )
    await untilCounted(client)
    const stored = await client.query<{ id: string }>('select id from events')
    const ids = new Set(stored.rows.map(({ id }) => id))
    verdict.doubled += stored.rows.length - ids.size
    for (const id of ledger.events) if (!ids.has(id)) verdict.lost += 1
    if (withFigures) verdict.figures = await wrongFigures(connection)
    return verdict
  } finally {
    await client.end()
  }
}

export function isRight({ lost, doubled, stale, back, gaps, figures }: Verdict): boolean {
  return lost + doubled + stale + back + gaps + figures.length === 0
}

async function wrongFigures(connection: Connection): Promise<string[]> {
  const [kept, raw] = [await derived(connection), await recount(connection, 'UTC')]
  return Object.keys(raw).filter((table) => !isDeepStrictEqual(raw[table], kept[table]))
}

async function oneNumber(client: pg.Client, text: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(text)
  return rows[0]?.n ?? 0
}

/** The learners that events can be about. */
export async function learnersOf(connection: Connection): Promise<string[]> {
  const client = await connectAlone(connection)
  try {
    const { rows } = await client.query<{ id: string }>('select id from rec_users limit 200')
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}
