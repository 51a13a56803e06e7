import { expect } from 'vitest'
import { query, type TestApp } from './app.ts'
import { derived, recount } from './recount.ts'

/** How many events are counted, and how many batches of them wait or are set aside. */
export async function stored({ connection }: Pick<TestApp, 'connection'>) {
  const [row] = await query<{ events: number; pending: number; aside: number }>(
    connection,
    `select (select count(*) from events) as events,
       (select count(*) from event_batches) as pending,
       (select count(*) from event_batches where failed_at is not null) as aside`,
  )
  return row
}

/** Every derived table is what a recount of the raw rows gives. */
export async function expectRight(
  { connection }: Pick<TestApp, 'connection'>,
  zone = 'UTC',
): Promise<void> {
  expect(await derived(connection)).toEqual(await recount(connection, zone))
}
