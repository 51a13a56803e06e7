import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Resource } from '#model/resource.ts'
import { whileHolding } from '#server/db/locks.ts'
import { type Connection, connectAlone, databaseCode } from '#server/db/pool.ts'
import { DERIVED } from './beside.ts'
import {
  begin,
  countLate,
  countMonth,
  loginsOfMonth,
  moveOn,
  nextMonth,
  putInPlace,
  type Recounting,
  readRecounting,
} from './recount-steps.ts'

export interface RecountOptions {
  connection: Connection
  registry: readonly Resource[]
  /** Takes what is being done, in words for the operator. */
  say?(line: string): void
  signal?: AbortSignal | undefined
}

/** Readers that go on for long, a backup among them, hold the exchange up: it is tried for so many seconds. */
const PATIENCE_S = 1800
const UNLIMITED = `set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`
/** A lock was not had in time, two waited for each other, or two wrote the same. */
const HELD_UP = new Set(['55P03', '40P01', '40001'])

/**
 * Does it while nobody else counts everything anew, over all servers, on a connection of its own. `try` gives
 * undefined at once where somebody does.
 */
export async function onlyOneCounts<T>(
  { connection, signal }: Pick<RecountOptions, 'connection' | 'signal'>,
  mode: 'wait' | 'try',
  work: (client: Client) => Promise<T>,
): Promise<T | undefined> {
  const client = await connectAlone(connection)
  // A statement may take minutes, and a stop does not wait for it: what is counted by then is kept.
  const stop = () => void client.end()
  signal?.addEventListener('abort', stop)
  try {
    return await whileHolding(connection, 'recount', mode, () => work(client), signal)
  } finally {
    signal?.removeEventListener('abort', stop)
    await client.end()
  }
}

/**
 * Counts everything anew by days of this zone, from the stored events and the users, beside what there is: a month in
 * each transaction, while rollers go on; then names are exchanged in a moment. What was interrupted goes on, unless
 * `anew`. Gives how many rows were not what they should have been. For whoever holds `onlyOneCounts`.
 */
export async function recount(
  client: Client,
  zone: string,
  { registry, say = () => undefined }: RecountOptions,
  anew = false,
): Promise<number> {
  const begun = anew ? undefined : await readRecounting(client)
  if (begun?.zone !== zone) await inOne(client, () => begin(client, zone))
  else say(`Going on after what was counted up to ${begun.doneUntil.slice(0, 7)}.`)
  return finish(client, { registry, say })
}

/** Goes on with what was interrupted, if anything was and nobody is at it. */
export async function goOn(options: RecountOptions): Promise<void> {
  await onlyOneCounts(options, 'try', async (client) => {
    if (await readRecounting(client)) await finish(client, options)
  })
}

async function finish(
  client: Client,
  { registry, say = () => undefined }: Pick<RecountOptions, 'registry' | 'say'>,
): Promise<number> {
  let state = await kept(client)
  for (
    let month = await nextMonth(client, state.doneUntil);
    month;
    month = await nextMonth(client, state.doneUntil)
  ) {
    const { zone } = state
    const here = month
    say(`Counting ${here.name}.`)
    await inOne(client, () => countMonth(client, zone, here), 'isolation level repeatable read')
    await inOne(client, () => loginsOfMonth(client, registry, here))
    state = { zone, doneUntil: here.until }
    await analyze(client, (name) => `next_${name}`)
  }
  const { zone } = state
  while ((await inOne(client, () => countLate(client, zone))) > 0);
  say('Counting users, and putting it in place.')
  return exchange(client, state, registry)
}

/** Tries until nobody reads for long. Rollers stand aside at each try, and go on between. */
async function exchange(
  client: Client,
  state: Recounting,
  registry: readonly Resource[],
): Promise<number> {
  const end = performance.now() + PATIENCE_S * 1000
  for (;;) {
    await moveOn(client, 'infinity')
    try {
      const wrong = await inOne(client, () => putInPlace(client, state, registry), '', 1)
      await analyze(client, (name) => name)
      return wrong
    } catch (error) {
      if (!HELD_UP.has(databaseCode(error) ?? '') || performance.now() > end) throw error
      if (state.doneUntil !== 'infinity') await moveOn(client, state.doneUntil)
      await pause(1000)
    }
  }
}

async function analyze(client: Client, of: (table: string) => string): Promise<void> {
  for (const { name } of DERIVED) await inOne(client, () => client.query(`analyze ${of(name)}`))
}

async function kept(client: Client): Promise<Recounting> {
  const state = await readRecounting(client)
  if (!state) throw new Error('Nothing is being counted anew.')
  return state
}

/** In one transaction, and again where others are in its way. */
export async function inOne<T>(
  client: Client,
  work: () => Promise<T>,
  how = '',
  tries = 10,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`begin ${how}; ${UNLIMITED}`)
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (attempt >= tries || !HELD_UP.has(databaseCode(error) ?? '')) throw error
      await pause(200 * attempt)
    }
  }
}
