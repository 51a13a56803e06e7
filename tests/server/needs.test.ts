import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { NEEDS_PATH, type NeedCount } from '#contract/overview.ts'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { requiredText } from '#model/schema.ts'
import users from '#resources/users.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { MESSAGE, post } from '../support/forms.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp({ env: { CONSOLE_ROLES: 'support,editor' } })
})
afterAll(() => server.close())

async function needs(token?: string): Promise<Record<string, number>> {
  const answer = await server.call('GET', NEEDS_PATH, token === undefined ? {} : { token })
  expect(answer.status, answer.text).toBe(200)
  const all = answer.body.needs as NeedCount[]
  return Object.fromEntries(all.map(({ resource, need, count }) => [`${resource} ${need}`, count]))
}

async function add(path: string, body: object): Promise<string> {
  const answer = await server.call('POST', path, { body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.body._id)
}

const NOTHING = {
  'mentors inactive': 0,
  'messages new': 0,
  'missions/templates stepless': 0,
  'waitlist joined': 0,
}

describe('items that need attention', () => {
  test('are counted as their lists count them, after each write', async () => {
    expect(await needs()).toEqual(NOTHING)
    await add('/missions/templates', { title: 'Draw a map', type: 'research' })
    await add('/missions/templates', {
      title: 'Walk it',
      type: 'research',
      steps: [{ title: 'One' }],
    })
    const field = await add('/career-fields', { name: 'Cartography' })
    const mentor = {
      ...{ name: 'Ayo', careerFields: [field], specialization: 'Ways', bio: 'Slow.' },
      geminiMentorId: 'gemini-ayo',
    }
    await add('/mentors', { ...mentor, isActive: false })
    await add('/mentors', { ...mentor, name: 'Bea', geminiMentorId: 'gemini-bea' })
    await post(server, 'waitlist', { email: 'old@example.org', who: 'student' })
    await query(server.connection, `update rec_waitlist set created_at = now() - interval '9 days'`)
    await post(server, 'waitlist', { email: 'new@example.org', who: 'student' })
    expect(await needs()).toEqual({
      ...NOTHING,
      'mentors inactive': 1,
      'missions/templates stepless': 1,
      'waitlist joined': 1,
    })
    for (const list of [
      '/missions/templates?stepCount=0',
      '/mentors?isActive=false',
      '/waitlist?createdAt_is=last7days&status=confirmed',
    ])
      expect((await server.call('GET', list)).body.pagination, list).toMatchObject({ total: 1 })
  })

  test('are shown only to roles that may read them', async () => {
    const support = (await server.user({ role: 'support' })).token
    const editor = (await server.user({ role: 'editor' })).token
    expect(Object.keys(await needs(support)).sort()).toEqual(['messages new', 'waitlist joined'])
    expect(Object.keys(await needs(editor)).sort()).toEqual([
      'mentors inactive',
      'missions/templates stepless',
    ])
    const { token } = await server.user()
    expect((await server.call('GET', NEEDS_PATH, { token })).status).toBe(403)
    expect((await server.call('GET', NEEDS_PATH, { token: '' })).status).toBe(401)
  })
})

test('are not counted for a role that may not read the filtered field', async () => {
  const grants = defineResource({
    name: 'grants',
    label: ['Grant', 'Grants'],
    recordName: 'title',
    create: z.object({ title: requiredText(60), state: z.enum(['open', 'paid']).default('open') }),
    columns: (c) => [c.text('title', 'Title')],
    fields: (f) => [f.text('title', 'Title'), f.select('state', 'State')],
    filters: ['state'],
    needs: { open: { filters: { state: 'open' }, words: ['{count} grant', '{count} grants'] } },
    access: { read: ['support', 'analyst'], fields: { state: { read: ['analyst'] } } },
  })
  const small = await startApp({
    registry: completeRegistry([users, grants]),
    env: { CONSOLE_ROLES: 'support,analyst' },
  })
  const told = async (role: string) => {
    const { token } = await small.user({ role })
    return (await small.call('GET', NEEDS_PATH, { token })).body.needs
  }
  const [analyst, support] = [await told('analyst'), await told('support')]
  await small.close()
  expect(analyst).toEqual([{ resource: 'grants', need: 'open', count: 0, isMore: false }])
  expect(support).toEqual([])
})

test('a visitor’s message is counted at once', async () => {
  const before = (await needs())['messages new'] ?? 0
  await post(server, 'contact', MESSAGE)
  expect((await needs())['messages new']).toBe(before + 1)
})
