import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ChangeLine } from '#contract/changes.ts'
import type { SecurityPage } from '#contract/security-log.ts'
import { type Demand, judge } from '../support/judge.ts'
import { SoftAuthenticator } from '../support/soft-authenticator.ts'
import { install } from './stranger/install.ts'
import { type Machine, machine } from './stranger/machine.ts'
import { addPasskey, passkeySignIn, passwordSignIn } from './stranger/people.ts'
import { tlsProxy } from './stranger/tls-proxy.ts'

/**
 * Somebody who has docs/operations.md and nothing else: installs behind a proxy with TLS, makes a second admin with a
 * passkey, breaks the database, restores the backup, and finds in Activity who did what. Each step is printed:
 * npm run bench -- stranger [--install]. With --install the product is unpacked, its packages fetched and built
 * elsewhere; without, the build of this folder is taken.
 */
const { values } = parseArgs({ options: { install: { type: 'boolean', default: false } } })
const home = mkdtempSync(join(tmpdir(), 'waymark-stranger-'))
const demands: Demand[] = []
const step = (words: string) => console.log(`\n## ${words}`)
const demand = (words: string, isMet: boolean) => {
  console.log(`${isMet ? 'yes' : 'NO '}  ${words}`)
  demands.push([words, isMet])
}

const FIRST = 'first@example.org'
const SECOND = 'second@example.org'
let place: Machine | undefined
let proxy: Awaited<ReturnType<typeof tlsProxy>> | undefined
try {
  step('Installing')
  const folder = values.install ? install(join(home, 'product'), console.log) : process.cwd()
  proxy = await tlsProxy(home)
  place = await machine({ folder, home, publicUrl: proxy.url, adminEmail: FIRST })
  proxy.passTo(place.port)
  const password = await place.start()
  demand('the first start prints a password, once', password !== undefined)
  const live = await proxy.call('GET', '/health/ready')
  demand('the server is ready behind the proxy, by TLS', live.status === 200)
  const strict = live.headers['strict-transport-security'] !== undefined
  demand('browsers are told to stay with TLS', strict)
  const first = await passwordSignIn(proxy, FIRST, password ?? '')
  demand('the first admin signs in', first !== undefined)

  step('A second admin, with a passkey')
  const told = place.admin(
    'create',
    '--email',
    SECOND,
    ...['--first-name', 'Ada', '--last-name', 'Second'],
  )
  const [, given = ''] = /^Password: (\S+)/m.exec(told.said) ?? []
  const key = new SoftAuthenticator(proxy.url)
  const byPassword = await passwordSignIn(proxy, SECOND, given)
  const added = await addPasskey(proxy, byPassword ?? '', key)
  demand('the passkey is added', added === 200)
  const second = await passkeySignIn(proxy, key)
  demand('the second admin signs in by it alone', second !== undefined)

  step('Work, and a backup')
  const learner = { firstName: 'Lena', lastName: 'Yesterday', email: 'lena@example.org' }
  const body = { ...learner, password: 'nine-quiet-cairns-below' }
  const made = await proxy.call('POST', '/api/v1/auth/register', { token: second, body })
  demand('the second admin adds a learner', made.status === 201)
  const id = idIn(made.body)
  demand('a backup is made and read again', place.admin('backup').code === 0)
  demand('the doctor finds nothing wrong', place.admin('doctor').said.includes(', 0 failed.'))
  const gone = await proxy.call('DELETE', `/api/v1/users/${id}`, { token: second })
  demand('after the backup the learner is deleted', gone.status === 204 || gone.status === 200)

  step('The database breaks')
  await place.breakDatabase()
  const away = await proxy.call('GET', '/health/ready')
  demand('nobody gets an answer', away.status >= 500)
  const ill = place.admin('doctor')
  demand('the doctor says so, and ends with 1', ill.code === 1 && ill.said.includes('ERROR'))

  step('Restoring')
  place.setDataAside()
  const file = place.newestBackup()
  demand('the backup is whole', place.admin('verify', file).code === 0)
  demand('it is restored', place.admin('restore', file, '--yes').code === 0)
  demand('the start prints no new password', (await place.start()) === undefined)
  const again = await passkeySignIn(proxy, key)
  demand('the second admin signs in by the same passkey', again !== undefined)
  const back = await proxy.call('GET', `/api/v1/users/${id}`, { token: again })
  demand('the learner of before the backup is there', back.status === 200)

  step('Who did what')
  const log = await proxy.call('GET', '/api/v1/changes', { token: again })
  const lines: ChangeLine[] = Object(log.body).changes ?? []
  for (const line of lines) console.log(inWords(line))
  demand(
    'Activity says that the second admin added the learner',
    lines.some((line) => line.by?.name === 'Ada Second' && line.records[0]?.id === id),
  )
  const events = await proxy.call('GET', '/api/v1/security-events', { token: again })
  const kinds = (Object(events.body) as SecurityPage).events.map(({ event }) => event)
  for (const kind of ['admin_made', 'factor_added', 'signed_in', 'restored'] as const)
    demand(`the security log has ${kind}`, kinds.includes(kind))
} finally {
  await place?.stop()
  await proxy?.close()
  rmSync(home, { recursive: true, force: true })
}
console.log()
judge(demands)

function inWords({ at, by, records }: ChangeLine): string {
  const what = records.map(({ action, resource, name }) => `${action} ${resource} ${name}`)
  return `${at}  ${by?.name ?? 'Command'}  ${what.join(', ')}`
}

function idIn(body: unknown): string {
  const { user, _id } = Object(body)
  return String(_id ?? Object(user)._id)
}
