import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Asking } from './confirm.ts'

interface Sent {
  method: string
  path: string
  key: string | null
  body: string
}

const confirmFirst = {
  error: { code: 'forbidden', message: 'Confirm your identity.', rule: 'confirm' },
}
let sent: Sent[]
let isConfirmed: boolean
let http: typeof import('../providers/http-client.ts')
let confirm: typeof import('./confirm.ts')
let session: typeof import('./session.ts')

/** A server that wants a confirmation, until it has it. */
beforeEach(async () => {
  sent = []
  isConfirmed = false
  vi.resetModules()
  vi.stubEnv('VITE_API_URL', 'http://waymark.example')
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push({
      method: request.method,
      path: new URL(request.url).pathname.replace('/api/v1', ''),
      key: request.headers.get('idempotency-key'),
      body: await request.text(),
    })
    return isConfirmed
      ? Response.json({ made: true })
      : Response.json(confirmFirst, { status: 403 })
  })
  http = await import('../providers/http-client.ts')
  confirm = await import('./confirm.ts')
  session = await import('./session.ts')
  const ada = { _id: 'a', firstName: 'Ada', lastName: 'L', email: 'ada@example.org' }
  session.enter('t1', { ...ada, role: 'admin', changes: true, account: true }, true)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const make = (name: string) => http.write({ method: 'POST', path: '/users', body: { name } })
async function asked(): Promise<Asking> {
  await vi.waitFor(() => expect(confirm.asking.now()).toBeDefined(), 10_000)
  return confirm.asking.now() as Asking
}

test('after the confirmation the same write is repeated under its key; several calls share one question', async () => {
  confirm.offerDialog()
  const writes = [make('Ada'), make('Grace')]
  const question = await asked()
  await vi.waitFor(() => expect(sent).toHaveLength(2), 10_000)
  isConfirmed = true
  question.settle(true)
  expect((await Promise.all(writes)).map(({ body }) => body)).toEqual([
    { made: true },
    { made: true },
  ])
  expect(sent).toHaveLength(4)
  expect(sent.slice(2)).toEqual(expect.arrayContaining(sent.slice(0, 2)))
  expect(sent[0]?.key).toMatch(/^\S{8,}$/)
  expect(confirm.asking.now()).toBeUndefined()
  // Whoever is asked the next time is asked anew.
  isConfirmed = false
  const again = make('Mary').catch(() => undefined)
  ;(await asked()).settle(false)
  await again
})

test('after cancelling the write fails with the server’s message, and nothing is sent again', async () => {
  confirm.offerDialog()
  const write = make('Ada')
  const failed = expect(write).rejects.toMatchObject({
    statusCode: 403,
    rule: 'confirm',
    message: 'Confirm your identity.',
    outcome: 'refused',
  })
  ;(await asked()).settle(false)
  await failed
  expect(sent).toHaveLength(1)
})

test('without a dialog the call is refused at once, and waiting calls are refused when the dialog unmounts', async () => {
  await expect(make('Ada')).rejects.toMatchObject({ rule: 'confirm' })
  const leave = confirm.offerDialog()
  const write = make('Grace')
  const failed = expect(write).rejects.toMatchObject({ rule: 'confirm' })
  await asked()
  leave()
  await failed
})

test('a refusal because of a required step reloads the profile', async () => {
  const doubts = vi.fn()
  session.onForbidden(doubts)
  const refuse = (rule: string) =>
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ error: { message: 'No.', rule } }, { status: 403 })),
    )
  refuse('factor')
  await expect(make('Ada')).rejects.toMatchObject({ rule: 'factor' })
  expect(doubts).toHaveBeenCalledTimes(1)
  refuse('role')
  await expect(make('Ada')).rejects.toMatchObject({ rule: 'role' })
  expect(doubts).toHaveBeenCalledTimes(1)
})
