import type { Client as Database } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { Client } from '../changes/client.ts'

/** How quickly records are written by so many at once. Times in ms. */
export interface Crowd {
  /** Where they add to the number of live records. */
  slots: 'as it is' | 'one row for all'
  what: string
  atOnce: number
  rate: number
  median: number
  p99: number
  /** Of the statements that were under way at a moment, how many waited for another's lock. */
  waiting: number
}

const EACH = 640
const MANY = 32

/** Either way so often, in turns: what else the machine does changes meanwhile. */
const TURNS = 3

/**
 * Creates and deletes records, one after the other and by 32 at once, as it is and as it would be if all who create and
 * delete met in one row: there they wait for each other's commit.
 */
export async function crowdsOf(client: Client, database: Database): Promise<Crowd[]> {
  const done: Crowd[] = []
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const slots of ['as it is', 'one row for all'] as const) {
      if (slots === 'one row for all') await database.query(ONE_ROW)
      for (const atOnce of [1, MANY])
        for (const crowd of await crowdOf(client, database, atOnce)) done.push({ slots, ...crowd })
      await database.query('drop trigger if exists growth_one_row on tally_slots')
    }
  return done
}

/** Leads whoever adds to the number of live records to one row. */
const ONE_ROW = `
  create or replace function growth_one_row() returns trigger language plpgsql as $$
  begin
    new.slot := 0;
    return new;
  end $$;
  create trigger growth_one_row before insert on tally_slots
    for each row execute function growth_one_row()`

async function crowdOf(
  client: Client,
  database: Database,
  atOnce: number,
): Promise<Omit<Crowd, 'slots'>[]> {
  const ids: string[] = []
  const create = async () => {
    const body = { name: `Crowd ${uuidv7()}`, description: 'Of many' }
    const said = await client.call<{ _id: string }>('POST', '/career-fields', body)
    if (said.status !== 201) throw new Error(`A create was answered ${said.status}.`)
    ids.push(said.body._id)
  }
  const remove = async () => {
    const said = await client.call('DELETE', `/career-fields/${ids.pop()}`)
    if (said.status !== 204) throw new Error(`A delete was answered ${said.status}.`)
  }
  return [
    { what: 'creates', atOnce, ...(await timed(create, atOnce, database)) },
    { what: 'deletes', atOnce, ...(await timed(remove, atOnce, database)) },
  ]
}

async function timed(write: () => Promise<void>, atOnce: number, database: Database) {
  const times: number[] = []
  let left = EACH
  const worker = async () => {
    while (left > 0) {
      left -= 1
      const began = performance.now()
      await write()
      times.push(performance.now() - began)
    }
  }
  const began = performance.now()
  const watch = watchLocks(database)
  await Promise.all(Array.from({ length: atOnce }, worker))
  const waiting = await watch.end()
  const seconds = (performance.now() - began) / 1000
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN
  return { rate: EACH / seconds, median: at(0.5), p99: at(0.99), waiting }
}

const LOOK_MS = 20

/** Looks again and again what the statements of others wait for. */
function watchLocks(database: Database): { end(): Promise<number> } {
  let [isOver, active, waiting] = [false, 0, 0]
  const look = async () => {
    while (!isOver) {
      const { rows } = await database.query<{ active: string; waiting: string }>(
        `select count(*) as active, count(*) filter (where wait_event_type = 'Lock') as waiting
         from pg_stat_activity where state = 'active' and datname = current_database()
           and pid <> pg_backend_pid()`,
      )
      active += Number(rows[0]?.active)
      waiting += Number(rows[0]?.waiting)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }
  const looking = look()
  return {
    async end() {
      isOver = true
      await looking
      return waiting / Math.max(1, active)
    },
  }
}
