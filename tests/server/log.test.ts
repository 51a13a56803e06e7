import { expect, test } from 'vitest'
import { ADMIN, startApp } from '../support/app.ts'

test('the log has calls and failures, but no token, password, body or search', async () => {
  const lines: string[] = []
  const server = await startApp({
    onLog: (line) => lines.push(line),
    hooks: {
      'career-fields': {
        before: ({ tx }) => tx.query('select 1 / 0').then(() => []),
      },
    },
  })
  await server.signIn(ADMIN.email, 'guess-of-a-password')
  await server.call('GET', '/users?search=Seldonian')
  await server.call('GET', '/nothing?key=Seldonian')
  const user = await server.user({ lastName: 'Seldonian', password: 'unmistakable-secret-42' })
  const failed = await server.call('POST', '/career-fields', { body: { name: 'Seldonian' } })
  expect(failed.status).toBe(500)
  await server.call('GET', '/x%0d%0a{"level":60,"msg":"forged"}')
  await server.close()

  const log = lines.join('')
  expect(log).toContain('"path":"/api/v1/users"')
  expect(log).toContain('division by zero')
  for (const secret of [
    server.token,
    user.token,
    'unmistakable-secret-42',
    'guess-of-a-password',
    'Seldonian',
    'argon2',
  ])
    if (secret) expect(log).not.toContain(secret)
  // Each line is one JSON object with a level of this server.
  const entries = lines.map(
    (line) => JSON.parse(line) as { level: number; reqId?: string; err?: object },
  )
  expect(entries.every(({ level }) => level < 60)).toBe(true)
  const error = entries.find(({ level }) => level === 50)
  expect(error?.reqId).toMatch(/^[0-9a-f]{8}-/)
  expect(error?.err).toEqual({
    type: 'error',
    code: '22012',
    message: 'division by zero',
    stack: expect.stringMatching(/\n {4}at .*src\/server\/[\w./-]+\.ts:\d+:\d+/),
  })
})
