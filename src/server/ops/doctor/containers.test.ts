import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { DatabaseFacts } from '#server/db/examine.ts'
import { type ContainerPlace, containerPlace } from './containers.ts'
import { judgeDatabase } from './database-findings.ts'

const AT = '172.18.0.3'
const INSIDE: ContainerPlace = {
  isContainer: true,
  networks: ['172.30.90.4/24', '172.18.0.2/16', 'fe80::1/64'],
}
const FACTS: DatabaseFacts = {
  ...{ version: 180_000, versionName: '18.0', role: 'waymark', isSuperuser: false },
  ...{ mayCreate: true, encoding: 'UTF8', unsafe: [], connections: 97, hasTrigrams: true },
  ...{ isPrivate: false, address: AT, now: 0, zones: ['utc'] },
}

async function encryption(host: string, place = INSIDE, facts: Partial<DatabaseFacts> = {}) {
  const config = await readConfig({ DATABASE_URL: `postgres://waymark:word@${host}:5432/waymark` })
  const findings = judgeDatabase({ ...FACTS, ...facts }, config, 0, place)
  return findings.find(({ about }) => about === 'encryption to the database')
}

test('OPS-04 a database in the same network of containers may be reached in clear, and that is said', async () => {
  const found = await encryption('db')
  expect(found?.mend).toBeUndefined()
  expect(found?.words).toContain(`In clear, at ${AT} in the network of containers`)
  expect((await encryption('db', INSIDE, { isPrivate: true }))?.words).toContain('By TLS')
})

test.each([
  ['a name of another domain', 'db.example.org', INSIDE, {}],
  ['an address of another network', 'db', INSIDE, { address: '172.19.0.3' }],
  [
    'an address that anybody reaches',
    'db',
    { ...INSIDE, networks: ['203.0.113.5/24'] },
    { address: '203.0.113.7' },
  ],
  ['no container', 'db', { ...INSIDE, isContainer: false }, {}],
] as const)('OPS-04 in clear to %s is wrong', async (_name, host, place, facts) => {
  expect((await encryption(host, place, facts))?.mend).toContain('sslmode=verify-full')
})

test('the networks of this machine can be read', () => {
  for (const network of containerPlace().networks) expect(network).toMatch(/\/\d+$/)
})
