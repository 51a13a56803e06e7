import { expect, test } from 'vitest'
import { query, startApp } from '../support/app.ts'

async function logging() {
  const lines: string[] = []
  const server = await startApp({ onLog: (line) => lines.push(line), logLevel: 'error' })
  const errors = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
  return { server, errors }
}

test('without a database each error message is logged once', async () => {
  const { server, errors } = await logging()
  await server.store.pool.end()
  await server.store.rolling.end()
  for (let n = 0; n < 20; n += 1) {
    expect((await server.call('GET', '/users')).status).toBe(503)
    expect((await server.call('GET', '/health/ready', { token: '' })).status).toBe(503)
  }
  expect(errors()).toMatchObject([
    { msg: expect.stringContaining('busy or restarting'), reason: expect.stringContaining('pool') },
    { msg: 'Not ready: the database does not respond.' },
  ])
  expect(JSON.stringify(errors())).not.toContain('    at ')
  await server.close().catch(() => undefined)
})

test('while the disk is full writes answer 507 and reads go on, with one error line', async () => {
  const { server, errors } = await logging()
  await query(
    server.connection,
    `create function refuse() returns trigger language plpgsql as $$
       begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
     create trigger refuse before insert on rec_career_fields for each row execute function refuse()`,
  )
  for (let n = 0; n < 20; n += 1) {
    const { status, body } = await server.call('POST', '/career-fields', { body: { name: 'Law' } })
    expect([status, body.error]).toMatchObject([507, { code: 'storage_full' }])
    expect((await server.call('GET', '/career-fields')).status).toBe(200)
  }
  expect(errors()).toHaveLength(1)
  expect(JSON.stringify(errors())).not.toContain('    at ')
  await server.close()
})
