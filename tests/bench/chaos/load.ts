import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE, KEY_HEADER } from '#contract/api.ts'
import { EVENTS_PATH } from '#contract/events.ts'

/** A record as its last acknowledged write left it. */
interface Kept {
  id: string
  version: number
  text: string
  isGone: boolean
}

/** A write of which nobody knows what became: it may be sent again under its key. */
interface Unsure {
  method: string
  path: string
  body: object | undefined
  version: number | undefined
  key: string
  /** The record that it was about, as it was before; none for a new one. */
  record: Kept | undefined
  name: string
}

/** All that was said of writes. */
export interface Ledger {
  records: Map<string, Kept>
  unsure: Unsure[]
  events: Set<string>
  /** Batches without an answer: each event of them is stored once or not at all. */
  unsureEvents: object[][]
  acknowledged: number
  /** How often something else was answered, by status; 0 is no answer. */
  others: Map<number, number>
  /** Of an acknowledged write, in ms since the start of the process. */
  at: number[]
  /** From asking to the answer, the longest. */
  longest: number
  /** What ended a request that had been sent. */
  cuts: string[]
}

export function newLedger(): Ledger {
  const others = new Map<number, number>()
  return {
    ...{ records: new Map(), unsure: [], events: new Set(), unsureEvents: [], cuts: [] },
    ...{ acknowledged: 0, others, at: [], longest: 0 },
  }
}

export interface Target {
  url(): string
  token: string
}

interface Said {
  status: number
  body: Record<string, unknown>
  version: number
}

/** One call; no answer is status 0. */
export async function ask(
  { url, token }: Target,
  method: string,
  path: string,
  {
    body,
    version,
    key,
  }: { body?: object | undefined; version?: number | undefined; key?: string } = {},
  cuts: string[] = [],
): Promise<Said> {
  try {
    const response = await fetch(`${url()}${API_BASE}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(version !== undefined && { 'if-match': `"${version}"` }),
        ...(key !== undefined && { [KEY_HEADER]: key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await response.text()
    const tag = Number(response.headers.get('etag')?.replaceAll('"', ''))
    return { status: response.status, body: text ? JSON.parse(text) : {}, version: tag }
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } }
    const why = cause?.code ?? cause?.message ?? String(error)
    // One that nobody took was not cut.
    if (why !== 'ECONNREFUSED') cuts.push(why)
    return { status: 0, body: {}, version: 0 }
  }
}

/** Writes, reads and events of several who each have records of their own, until it is ended. */
export function startLoad(
  target: Target,
  ledger: Ledger,
  learners: readonly string[],
  workers = 6,
) {
  let isOver = false
  const work = async () => {
    const own: Kept[] = []
    while (!isOver) {
      const dice = Math.random()
      const began = performance.now()
      const status =
        dice < 0.25
          ? await sendEvents(target, ledger, learners)
          : dice < 0.35
            ? (await ask(target, 'GET', '/career-fields?limit=20')).status
            : await writeOne(target, ledger, own)
      ledger.longest = Math.max(ledger.longest, performance.now() - began)
      if (status < 200 || status > 299) {
        ledger.others.set(status, (ledger.others.get(status) ?? 0) + 1)
        await pause(20)
      }
    }
  }
  const all = Promise.all(Array.from({ length: workers }, work))
  return {
    async end() {
      isOver = true
      await all
    },
  }
}

async function writeOne(target: Target, ledger: Ledger, own: Kept[]): Promise<number> {
  const record = Math.random() < 0.6 ? own[Math.floor(Math.random() * own.length)] : undefined
  const isDelete = record !== undefined && Math.random() < 0.15
  const text = randomUUID()
  const key = randomUUID()
  const name = `Field ${text}`
  const path = `/career-fields${record ? `/${record.id}` : ''}`
  const body = isDelete ? undefined : record ? { description: text } : { name, description: text }
  const method = isDelete ? 'DELETE' : record ? 'PUT' : 'POST'
  const version = record?.version
  const said = await ask(target, method, path, { body, version, key }, ledger.cuts)
  if (said.status >= 200 && said.status < 300) {
    note(ledger, said, { record, text, isDelete, own })
  } else if (said.status === 0 || said.status >= 500) {
    ledger.unsure.push({
      ...{ method, path, body, version, key, name },
      record: record && { ...record },
    })
    if (record) {
      own.splice(own.indexOf(record), 1)
      ledger.records.delete(record.id)
    }
  }
  return said.status
}

interface Done {
  record: Kept | undefined
  text: string
  isDelete: boolean
  own: Kept[]
}

function note(ledger: Ledger, { body, version }: Said, { record, text, isDelete, own }: Done) {
  ledger.acknowledged += 1
  ledger.at.push(performance.now())
  if (!record) {
    const made = { id: String(body._id), version, text, isGone: false }
    own.push(made)
    ledger.records.set(made.id, made)
    return
  }
  record.version = isDelete ? record.version : version
  if (isDelete) {
    record.isGone = true
    own.splice(own.indexOf(record), 1)
  } else record.text = text
}

async function sendEvents(target: Target, ledger: Ledger, learners: readonly string[]) {
  const events = Array.from({ length: 20 }, () => ({
    id: randomUUID(),
    user: learners[Math.floor(Math.random() * learners.length)],
    timestamp: new Date(Date.now() - Math.random() * 3_600_000).toISOString(),
    eventType: 'feature_used',
    feature: `feature ${Math.floor(Math.random() * 5)}`,
  }))
  const { status } = await ask(target, 'POST', EVENTS_PATH, { body: { events } }, ledger.cuts)
  if (status === 202) {
    ledger.acknowledged += 1
    ledger.at.push(performance.now())
    for (const { id } of events) ledger.events.add(id)
  } else if (status === 0 || status >= 500) ledger.unsureEvents.push(events)
  return status
}
