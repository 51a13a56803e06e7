import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONFIRM_ENTRY_PATH, MAILED_ANSWER, MAILED_TITLE } from '#contract/forms.ts'
import { CONFIRMED_PATH, MAILED_PATH } from '#contract/pages.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { post, postPlainly } from '../support/forms.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'

const PUBLIC_URL = 'https://waymark.example.org'
const PLAIN = { 'content-type': 'application/x-www-form-urlencoded' }
const log: string[] = []
const clientDir = mkdtempSync(join(tmpdir(), 'waymark-waitlist-'))
let mail: MailServer
let server: TestApp
beforeAll(async () => {
  for (const page of ['unsubscribe', 'left', 'link'])
    writeFileSync(join(clientDir, `waitlist-${page}.html`), `<h1>${page}</h1>`)
  mail = await startMailServer()
  server = await startApp({
    env: {
      ...{ SMTP_URL: mail.url, MAIL_FROM: 'Waymark <waymark@example.org>', PUBLIC_URL },
      FORM_POSTS_PER_ADDRESS: '1000',
    },
    clientDir,
    onLog: (line) => log.push(line),
  })
})
afterAll(async () => {
  await server.close()
  await mail.close()
  rmSync(clientDir, { recursive: true })
})

const sql = (text: string) => query<Record<string, unknown>>(server.connection, text)
const entries = async (narrowed = '') =>
  (await server.call('GET', `/waitlist?limit=100${narrowed}`)).body.waitlist as object[]
const send = (path: string, body?: unknown, headers = {}) =>
  server.call('POST', path, { token: '', ...(body !== undefined && { body }), headers })
const confirm = (token: string) => send(CONFIRM_ENTRY_PATH, { token })
const anHourLater = () => sql('truncate limits')
/** Joins the waitlist and returns the contents of the mail. */
const mailed = async (email: string) => {
  const before = mail.received.length
  expect((await post(server, 'waitlist', { email })).status).toBe(200)
  await server.mailing.send()
  const found = mail.received.slice(before).find(({ to }) => to.includes(email))
  const why = log.filter((line) => line.includes('mail'))
  if (!found) throw new Error(`Nothing was mailed to ${email}. ${why.slice(-3).join(' ')}`)
  const { raw } = found
  const [, token = ''] = /\/waitlist-confirm#([\w.-]{66})/.exec(raw.replaceAll('=3D', '=')) ?? []
  const [, unsubscribe = ''] = /^List-Unsubscribe:\s+<([^>]+)>/m.exec(raw) ?? []
  return { token, unsubscribe: unsubscribe.replace(PUBLIC_URL, ''), raw }
}

test('an address is confirmed by the mailed link; no answer shows who is on the list', async () => {
  const first = await post(server, 'waitlist', { email: 'Noor@example.org', who: 'student' })
  expect(first.body).toEqual({ message: MAILED_ANSWER, title: MAILED_TITLE })
  expect(JSON.stringify(await sql('select * from mails'))).toContain('{confirm}')
  const again = await post(server, 'waitlist', { email: 'noor@example.org' })
  expect([again.status, again.text]).toEqual([first.status, first.text])
  expect(Object.keys(again.headers)).toEqual(Object.keys(first.headers))
  const plain = await postPlainly(server, 'waitlist', { email: 'noor@example.org', who: '' })
  expect(plain.headers.location).toBe(MAILED_PATH)
  expect(await sql('select 1 from mails'), 'one mail an hour').toHaveLength(1)
  expect(await entries('&status=unconfirmed')).toMatchObject([{ email: 'Noor@example.org' }])
  expect(await entries('&status=confirmed')).toEqual([])

  await anHourLater()
  const { token, unsubscribe, raw } = await mailed('Noor@example.org')
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  await sql('delete from mails')
  // Mail scanners open links.
  expect((await server.call('GET', unsubscribe, { token: '' })).text).toContain('unsubscribe')
  expect(await entries('&status=unconfirmed')).toHaveLength(1)

  const other = unsubscribe.split('/').at(-1) ?? ''
  for (const bad of [token.replace(/.$/, '!'), `${token}x`, other, 'x'])
    expect(Object((await confirm(bad)).body.error).fields, bad).toHaveProperty('token')
  const onPage = await send(CONFIRM_ENTRY_PATH, 'token=x', PLAIN)
  expect([onPage.status, onPage.text]).toEqual([400, '<h1>link</h1>'])
  expect((await confirm(token)).status).toBe(200)
  const byForm = await send(CONFIRM_ENTRY_PATH, `token=${token}`, PLAIN)
  expect([byForm.status, byForm.headers.location]).toEqual([303, CONFIRMED_PATH])
  expect(await entries('&status=confirmed')).toMatchObject([{ who: 'student', version: 2 }])

  // A confirmed address gets no mail, but the same answer.
  await anHourLater()
  const known = await post(server, 'waitlist', { email: 'noor@example.org' })
  expect(known.text).toBe(first.text)
  const before = mail.received.length
  await server.mailing.send()
  expect([mail.received.length, await sql('select 1 from mails')]).toEqual([before, []])
})

test('one-click unsubscribe erases an address; its token does nothing else and is not logged', async () => {
  const ways = [
    ['List-Unsubscribe=One-Click', PLAIN],
    [
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
      { 'content-type': 'multipart/form-data; boundary=x' },
    ],
    [undefined, {}],
  ] as const
  for (const [place, [body, headers]] of ways.entries()) {
    const email = `leaves${place}@example.org`
    const { token, unsubscribe } = await mailed(email)
    expect((await confirm(token)).status).toBe(200)
    const forged = unsubscribe.replace(/[^/]+$/, token)
    expect((await send(forged, body, headers)).status).toBe(400)
    expect((await send(unsubscribe, body, headers)).status).toBe(200)
    expect((await send(unsubscribe, body, headers)).status, 'once more').toBe(200)
    expect((await confirm(token)).status).toBe(400)
    const kept = await sql('select data from rec_waitlist union all select data from history')
    expect(JSON.stringify(kept)).not.toContain(email)
    for (const secret of [token, unsubscribe.split('/').at(-1) ?? ''])
      expect(log.join('')).not.toContain(secret)
  }
  expect(log.join('')).toContain('/waitlist/unsubscribe/…')
})

test('unconfirmed addresses are erased after 7 days', async () => {
  await sql('truncate rec_waitlist')
  for (const email of ['old@example.org', 'young@example.org'])
    await post(server, 'waitlist', { email })
  await sql(`update rec_waitlist set created_at = now() - interval '169 hours'
    where data ->> 'email' not like 'young%'`)
  expect(await server.waitlist.sweep()).toBe(false)
  expect(await entries('&sort=email')).toMatchObject([
    { email: 'young@example.org', status: 'unconfirmed' },
  ])
  const history = await sql('select data from history')
  expect(JSON.stringify(history)).not.toContain('old@example.org')
})
