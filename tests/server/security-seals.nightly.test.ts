import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SecurityPage } from '#contract/security-log.ts'
import { PASSWORD, query, startApp, type TestApp, urlOf } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp({ env: { CONSOLE_ROLES: 'editor' } })
})
afterAll(() => server.close())

const DAY_MS = 86_400_000
const MIGRATIONS = 'src/server/db/migrations'

/** The migration whose file's name ends so. */
function migration(name: string): string {
  const file = readdirSync(MIGRATIONS).find((one) => one.endsWith(`${name}.sql`))
  return readFileSync(join(MIGRATIONS, file ?? ''), 'utf8')
}

async function events(filter = ''): Promise<SecurityPage> {
  await server.store.securityEvents.settled()
  const answer = await server.call('GET', `/security-events${filter}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as unknown as SecurityPage
}

/** Without what differs at each run. */
const told = ({ events: lines }: SecurityPage) =>
  lines.map(({ id: _id, at: _at, request: _request, isSealed: _isSealed, ...rest }) => rest)

describe('OPS-03 the log is sealed, and what was done to it below the seal is found', () => {
  type Item = Partial<Record<'event' | 'seal', Record<string, unknown>>>
  const sql = (text: string) => query<Record<string, unknown>>(server.connection, text)
  const seal = async (now?: Date) => {
    await server.store.securityEvents.settled()
    while ((await server.store.seals.seal(now)).isMore);
  }
  const run = (args: string[], env: Record<string, string> = {}) =>
    new Promise<{ code: number; said: string }>((done) => {
      const whole = { ...process.env, ...env }
      execFile('node', ['scripts/verify-log.mjs', ...args], { env: whole }, (error, stdout) =>
        done({ code: Number(error?.code ?? 0), said: stdout }),
      )
    })
  const verify = (...args: string[]) => run(args, { DATABASE_URL: urlOf(server.connection) })
  const take = async (asked: string) => {
    await server.store.securityEvents.settled()
    const answer = await server.call('GET', `/security-events/export?${asked}`)
    expect(answer.status, answer.text).toBe(200)
    return answer
  }
  const folder = mkdtemp(join(tmpdir(), 'log-'))
  const verifyText = async (name: string, text: string) => {
    const path = join(await folder, `${name}.jsonl`)
    writeFileSync(path, text)
    return run([path])
  }

  test('a changed, a removed, an inserted and a moved event are named, erasing is no fault', async () => {
    // What an older version kept is taken over, and sealed like all else.
    const [older, newer] = ['0008-sign-in-events', 'security-events'].map(migration)
    await sql(`${older?.split('create index')[0]};
      insert into sign_in_events (id, event, user_id, address)
        select gen_random_uuid(), 'signed_in', '${server.adminId}', '192.0.2.1';
      insert into sign_in_events (id, event, user_id, by_id, became)
        select gen_random_uuid(), 'role_changed', '${server.adminId}', '${server.adminId}', 'admin'`)
    await sql(newer?.slice(newer.indexOf('insert into security_events')) ?? '')
    expect((await events('?address=192.0.2.1')).events).toHaveLength(1)

    const gone = await server.user({ lastName: 'Forgotten' })
    await server.signIn(gone.email, PASSWORD, { from: '192.0.2.77' })
    await seal()
    for (let n = 0; n < 4; n += 1) await server.signIn(gone.email, `wrong-${n}`)
    await seal()
    await server.call('POST', '/auth/logout', { token: gone.token })
    const { seal: latest, events: lines } = await events('?limit=2')
    expect(lines.map(({ isSealed }) => isSealed)).toEqual([false, true])
    const n = latest?.last ?? 0
    const { text } = await take('format=jsonl')

    /** What the verifier says of the log in which somebody did this. */
    const tampered: [string, (items: Item[], at: number) => unknown, string][] = [
      ['nothing', () => undefined, `As it was sealed: up to ${n}`],
      [
        'changed',
        (all, at) => Object.assign(all[at]?.event ?? {}, { event: 'signed_in' }),
        `WRONG: event ${n - 2} `,
      ],
      [
        'address',
        (all, at) => Object.assign(all[at]?.event ?? {}, { address: '10.9.9.9' }),
        `WRONG: event ${n - 2} `,
      ],
      [
        'rehashed',
        (all, at) => Object.assign(all[at]?.event ?? {}, { hash: 'f0' }),
        `WRONG: event ${n - 1} `,
      ],
      ['removed', (all, at) => all.splice(at, 1), `WRONG: event ${n - 1} `],
      ['the last', (all, at) => all.splice(at + 2, 1), `events ${n} to ${n} are missing`],
      [
        'inserted',
        (all, at) => {
          for (const { event } of all.slice(at))
            if (event?.number) event.number = Number(event.number) + 1
          const event = { ...all[at - 1]?.event, id: 'new', number: n - 2 }
          all.splice(at, 0, { event } as Item)
        },
        `WRONG: event ${n - 2} `,
      ],
      [
        'moved',
        (all, at) => {
          const [one, other] = [all[at]?.event ?? {}, all[at + 1]?.event ?? {}]
          ;[one.number, other.number] = [other.number, one.number]
          all.splice(at, 2, { event: other } as Item, { event: one } as Item)
        },
        `WRONG: event ${n - 2} `,
      ],
      [
        'unsealed',
        (all, at) => all.splice(at + 3, 1),
        `events ${n - 3} to ${n} have a number and no seal`,
      ],
      [
        'blanked',
        (all, at) => Object.assign(all[at]?.event ?? {}, { address: null, salt: null }),
        'blanked, and nobody erased',
      ],
      [
        'swept too early',
        (all) => {
          const [place = 0] = all.flatMap(({ seal: one }, at) => (one ? [at] : []))
          Object.assign(all[place]?.seal ?? {}, { swept_at: new Date().toISOString() })
          all.splice(1, place - 1)
        },
        'are missing, and were not old',
      ],
    ]
    for (const [what, tamper, said] of tampered) {
      const items = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Item)
      tamper(
        items,
        items.findIndex(({ event }) => event?.number === n - 2),
      )
      const found = await verifyText(what, items.map((one) => `${JSON.stringify(one)}\n`).join(''))
      expect(found.said, what).toContain(said)
      expect(found.code, what).toBe(what === 'nothing' ? 0 : 1)
    }

    expect((await verify('--head', latest?.head ?? '')).said).toContain('Not proven: 2 events')
    expect((await verify('--head', 'f'.repeat(64))).said).toContain('no seal has the head fff')
    expect((await server.call('DELETE', `/users/${gone.id}/erase`)).status).toBe(204)
    expect((await events('?address=192.0.2.77')).events).toEqual([])
    expect((await verify()).code).toBe(0)
    await seal()
    expect(await verify('--head', latest?.head ?? '')).toMatchObject({ code: 0 })
    await sql(`update security_events set count = 7 where number = ${n}`)
    expect((await verify()).said).toContain(`WRONG: event ${n} `)
    await sql(`update security_events set count = null where number = ${n}`)
  })

  test('a part of the log proves nothing, a table of it has names, and taking a file is told of', async () => {
    await server.user({ firstName: 'Sia', lastName: 'Signs', role: 'editor' })
    const part = await take('format=jsonl&event=role_changed')
    expect((await verifyText('part', part.text)).said).toContain('a part of the log')
    const table = await take('format=csv&event=role_changed')
    const [head = ''] = table.text.split('\r\n')
    expect(head).toContain('at,event,account,accountName,by,byName,address')
    expect(table.text).toMatch(/Z,role_changed,.*Sia Signs.*Ada Admin,127\.0\.0\.1/)
    const [taken] = told(await events('?event=exported'))
    expect(taken?.what).toMatch(/^security-log_.*\.csv$/)
    expect((await server.call('GET', '/security-events/export?format=xlsx')).status).toBe(400)
    expect((await server.call('GET', '/security-events/export?format=csv&page=1')).status).toBe(400)
  })

  test('what is old is swept by whole seals, which says so and is no fault', async () => {
    const { id } = await server.user()
    await seal(new Date(Date.now() + 60 * DAY_MS))
    await server.store.securityEvents.settled()
    await seal(new Date(Date.now() + 95 * DAY_MS))
    const left = await sql('select event, account from security_events order by number')
    expect(left.at(-1)).toMatchObject({ event: 'log_swept' })
    expect(left.some(({ account }) => account === id)).toBe(true)
    expect(left.length).toBeLessThan(10)
    const { code, said } = await verify()
    expect(code, said).toBe(0)
    await sql(`update security_events set at = at - interval '10 days' where event = 'log_swept'`)
    expect((await verify()).said).toContain('WRONG')
  })
})
