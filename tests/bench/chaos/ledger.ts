import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { EVENTS_PATH } from '#contract/events.ts'
import type { Connection } from '#server/db/pool.ts'
import { rowsOf } from '../../support/raw-rows.ts'
import { type Answer, call, type Sent, type Target } from '../lib/client.ts'
import { wrongFigures } from '../lib/figures.ts'
import { untilCounted } from '../lib/load.ts'
import { atMost, holds, type Limit } from '../lib/report.ts'
import type { Server } from '../lib/server.ts'
import { median, percentile } from '../lib/stats.ts'

/** The printed figures of a trial, and its limits. */
export interface Outcome {
  figures: readonly string[]
  limits: readonly Limit[]
}

/** A record after its last acknowledged write. */
interface Stored {
  id: string
  version: number
  text: string
  isDeleted: boolean
}

/** A write without an answer. It can be sent again under its key. */
interface Unanswered {
  method: string
  path: string
  sent: Sent
  /** The record before the write; undefined for a new one. */
  record: Stored | undefined
}

/** Sends one request. Status 0 means that the connection failed. */
export async function ask(
  target: Target,
  method: string,
  path: string,
  sent: Sent = {},
): Promise<Answer<Record<string, unknown>> & { cut?: string }> {
  try {
    return await call(target, method, path, sent)
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } }
    const cut = cause?.code ?? cause?.message ?? String(error)
    return { status: 0, body: {}, version: 0, cut }
  }
}

/** A load of writes, reads and events that remembers what the server acknowledged. */
export class Ledger {
  acknowledged = 0
  /** When each write was acknowledged, in ms. */
  readonly times: number[] = []
  /** Ids of acknowledged events. */
  readonly events = new Set<string>()
  /** How often each status other than 2xx was answered. */
  readonly errors = new Map<number, number>()
  /** Why requests were cut. A refused connection is not a cut. */
  readonly cuts: string[] = []
  longestAnswer = 0
  /** Unanswered requests that were sent again, and how many of them failed. */
  resent = 0
  failedAgain = 0
  readonly #records = new Map<string, Stored>()
  #writes: Unanswered[] = []
  #batches: { id: string }[][] = []

  /** Starts workers that each write records of their own. */
  start(target: Target, learners: readonly string[], workers = 6): { end(): Promise<unknown> } {
    let isOver = false
    const work = async () => {
      const own: Stored[] = []
      while (!isOver) {
        const dice = Math.random()
        const began = performance.now()
        const status =
          dice < 0.25
            ? await this.#sendEvents(target, learners)
            : dice < 0.35
              ? (await ask(target, 'GET', '/career-fields?limit=20')).status
              : await this.#write(target, own)
        this.longestAnswer = Math.max(this.longestAnswer, performance.now() - began)
        if (status >= 200 && status < 300) continue
        this.errors.set(status, (this.errors.get(status) ?? 0) + 1)
        await sleep(20)
      }
    }
    const all = Promise.all(Array.from({ length: workers }, work))
    return {
      end() {
        isOver = true
        return all
      },
    }
  }

  /** Sends every unanswered request again, under its key. */
  async settle(target: Target): Promise<void> {
    const [writes, batches] = [this.#writes, this.#batches]
    this.#writes = []
    this.#batches = []
    this.resent += writes.length + batches.length
    for (const { method, path, sent, record } of writes) {
      const { status, body, version } = await ask(target, method, path, sent)
      if (status < 200 || status > 299) this.failedAgain += 1
      else if (method === 'DELETE' && record) this.#keep({ ...record, isDeleted: true })
      else
        this.#keep({
          id: record?.id ?? String(body._id),
          version,
          text: String(body.description),
          isDeleted: false,
        })
    }
    for (const events of batches) {
      const { status } = await ask(target, 'POST', EVENTS_PATH, { body: { events } })
      if (status !== 202) this.failedAgain += 1
      else for (const { id } of events) this.events.add(id)
    }
  }

  /** Compares the database with the acknowledged writes. Returns a line for each difference. */
  async compare(connection: Connection, withFigures = true): Promise<string[]> {
    const faults: string[] = []
    const check = (what: string, count: number) => count > 0 && faults.push(`${count} ${what}`)
    const rows = await rowsOf<Stored & { name: string }>(
      connection,
      `select id, version, data ->> 'name' as name, data ->> 'description' as text,
         deleted_at is not null as "isDeleted" from rec_career_fields`,
    )
    const found = new Map(rows.map((row) => [row.id, row]))
    const isWrong = ({ id, version, text, isDeleted }: Stored) => {
      const row = found.get(id)
      if (!row || row.isDeleted !== isDeleted) return true
      return !isDeleted && (row.text !== text || row.version !== version)
    }
    check('records lost or stale', [...this.#records.values()].filter(isWrong).length)
    check('records doubled', rows.length - new Set(rows.map(({ name }) => name)).size)
    const gaps = await rowsOf(
      connection,
      `select 1 from history where resource = 'career-fields' group by record_id
       having count(*) <> count(distinct version) or count(*) <> max(version)`,
    )
    check('histories with gaps', gaps.length)
    await untilCounted(connection, 60)
    const events = await rowsOf<{ id: string }>(connection, 'select id from events')
    const ids = new Set(events.map(({ id }) => id))
    check('events doubled', events.length - ids.size)
    check('events lost', [...this.events].filter((id) => !ids.has(id)).length)
    if (withFigures)
      for (const table of await wrongFigures(connection))
        faults.push(`${table} differs from a recount`)
    return faults
  }

  /** The longest time in ms without an acknowledged write after a moment. */
  longestGap(moment: number): number {
    const after = [moment, ...this.times.filter((time) => time > moment)]
    return Math.max(...after.slice(1).map((time, index) => time - (after[index] ?? time)))
  }

  /** Waits for 30 acknowledged writes after a moment. Throws after a minute. */
  async untilWritten(moment: number): Promise<void> {
    const end = performance.now() + 60_000
    while (this.times.filter((time) => time > moment).length < 30) {
      if (performance.now() > end) throw new Error('No write is acknowledged any more.')
      await sleep(20)
    }
  }

  /** Statuses that a client must not see while server or database are away. */
  unexpected(): number[] {
    return [...this.errors.keys()].filter((status) => ![0, 404, 503].includes(status))
  }

  /** The limits that every trial has. */
  limits(trial: string, faults: readonly string[]): Limit[] {
    return [
      holds(
        `${trial}: nothing lost or doubled, exact figures`,
        faults.length === 0,
        faults.join('; '),
      ),
      atMost(`${trial}: resent requests that failed`, this.failedAgain, 0, `of ${this.resent}`),
    ]
  }

  async #write(target: Target, own: Stored[]): Promise<number> {
    const record = Math.random() < 0.6 ? own[Math.floor(Math.random() * own.length)] : undefined
    const method = !record ? 'POST' : Math.random() < 0.15 ? 'DELETE' : 'PUT'
    const text = randomUUID()
    const path = `/career-fields${record ? `/${record.id}` : ''}`
    const bodies = {
      POST: { body: { name: `Field ${text}`, description: text } },
      PUT: { body: { description: text } },
      DELETE: {},
    }
    const sent = { ...bodies[method], version: record?.version, key: randomUUID() }
    const { status, body, version, cut } = await ask(target, method, path, sent)
    if (cut) this.#noteCut(cut)
    const forget = () => record && own.splice(own.indexOf(record), 1)
    if (status >= 200 && status < 300) {
      this.#acknowledge()
      if (!record) {
        const made = { id: String(body._id), version, text, isDeleted: false }
        own.push(made)
        this.#keep(made)
      } else if (method === 'DELETE') {
        record.isDeleted = true
        forget()
      } else Object.assign(record, { version, text })
    } else if (status === 0 || status >= 500) {
      this.#writes.push({ method, path, sent, record: record && { ...record } })
      forget()
      if (record) this.#records.delete(record.id)
    }
    return status
  }

  async #sendEvents(target: Target, learners: readonly string[]): Promise<number> {
    const events = Array.from({ length: 20 }, () => ({
      id: randomUUID(),
      user: learners[Math.floor(Math.random() * learners.length)],
      timestamp: new Date(Date.now() - Math.random() * 3_600_000).toISOString(),
      eventType: 'feature_used',
      feature: `feature ${Math.floor(Math.random() * 5)}`,
    }))
    const { status, cut } = await ask(target, 'POST', EVENTS_PATH, { body: { events } })
    if (cut) this.#noteCut(cut)
    if (status === 202) {
      this.#acknowledge()
      for (const { id } of events) this.events.add(id)
    } else if (status === 0 || status >= 500) this.#batches.push(events)
    return status
  }

  #acknowledge(): void {
    this.acknowledged += 1
    this.times.push(performance.now())
  }

  #noteCut(cut: string): void {
    if (cut !== 'ECONNREFUSED') this.cuts.push(cut)
  }

  #keep(record: Stored): void {
    this.#records.set(record.id, record)
  }
}

/** Loads some learners for events to be about. Returns their ids. */
export async function addLearners(server: Server): Promise<string[]> {
  await server.command('demo', '--users', '200')
  const rows = await rowsOf<{ id: string }>(server.connection, 'select id from rec_users limit 200')
  return rows.map(({ id }) => id)
}

/** The median and the longest of some times in ms. */
export function spread(times: readonly number[]): string {
  return `${Math.round(median(times))} ms, at most ${Math.round(percentile(times, 1))} ms`
}
