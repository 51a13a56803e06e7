import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { greet } from './server.ts'

const email = 'admin@waymark.local'

test.each([
  ['made by the first start', { email, isNew: true, password: 'abcde-fghjk' }, 'abcde-fghjk'],
  ['given', { email, isNew: true }, 'the value of ADMIN_PASSWORD'],
  ['made or set before', { email, isNew: false }, 'as set before'],
])('the greeting says where a password is that was %s', async (_, admin, words) => {
  const lines: string[] = []
  greet(3000, admin, await readConfig({}), (line) => lines.push(line))
  expect(lines.find((line) => line.includes('  Password'))).toContain(words)
  expect(lines.some((line) => line.includes(`set-password --email ${email}`))).toBe(!admin.isNew)
})
