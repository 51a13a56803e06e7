import { passwordFault } from '#server/auth/passwords.ts'
import type { Config } from '#server/config.ts'
import { inTransaction } from '#server/db/pool.ts'
import { randomPassword, SYSTEM, setPassword } from '#server/first-admin.ts'
import { askHidden, confirm, isInteractive } from './ask.ts'
import { backup, restore, verify } from './backup-command.ts'
import { say, withServices } from './command-services.ts'
import { doctor } from './doctor-command.ts'
import { rebuildFacts, retryEvents, setZone } from './rebuild-command.ts'
import { createToken, listTokens, revokeToken } from './token-command.ts'
import { upgradeDatabase } from './upgrade-database.ts'
import { CommandError, readOptions, required, UsageError } from './usage.ts'

const actions: Readonly<Record<string, (args: string[], config: Config) => Promise<void>>> = {
  create: createAdmin,
  'set-password': changePassword,
  'reset-factors': resetFactors,
  token: createToken,
  tokens: listTokens,
  'revoke-token': revokeToken,
  rebuild: rebuildFacts,
  'set-zone': setZone,
  'retry-events': retryEvents,
  backup,
  verify,
  restore,
  doctor,
  'upgrade-database': upgradeDatabase,
}

/** npm run admin: admins, anybody's password, the tokens of services, figures counted anew, and backups. */
export function admin([action = '', ...args]: string[], config: Config): Promise<void> {
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!run) throw new UsageError(action ? `There is no 'admin ${action}'.` : 'Say what to do.')
  return run(args, config)
}

async function createAdmin(args: string[], config: Config): Promise<void> {
  const given = readOptions(args, {
    email: { type: 'string' },
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
    password: { type: 'string' },
  })
  const email = required(given.email, 'email')
  const firstName = required(given['first-name'], 'first-name')
  const lastName = required(given['last-name'], 'last-name')
  const { password, isRandom } = await choosePassword(given.password)
  await withServices(config, async ({ changes }) => {
    await changes.create('users', { firstName, lastName, email, password, role: 'admin' }, SYSTEM)
    say(`${email} is an admin now.`)
  })
  if (isRandom) say(`Password: ${password} (shown only this once)`)
}

async function changePassword(args: string[], config: Config): Promise<void> {
  const given = readOptions(args, {
    email: { type: 'string' },
    password: { type: 'string' },
    temporary: { type: 'boolean' },
  })
  const email = required(given.email, 'email')
  const { password, isRandom } = await choosePassword(given.password)
  await withServices(config, async (services) => {
    const found = await services.store.credentials.find(email)
    if (!found) throw new CommandError(`There is no user with the email ${email}.`)
    await setPassword(services, found.user.id, password, given.temporary === true)
    say(`${email} has a new password, and was signed out everywhere.`)
    if (given.temporary) say('Another one has to be chosen at the next sign-in.')
  })
  if (isRandom) say(`Password: ${password} (shown only this once)`)
}

/** Removes all second factors of a user who has lost them, and ends the user's sessions. Asks first. */
async function resetFactors(args: string[], config: Config): Promise<void> {
  const given = readOptions(args, { email: { type: 'string' }, yes: { type: 'boolean' } })
  const email = required(given.email, 'email')
  await withServices(config, async ({ store, security }) => {
    const found = await store.credentials.find(email)
    if (!found) throw new CommandError(`There is no user with the email ${email}.`)
    const { id } = found.user
    const { totp, passkeys } = await store.factors.countsOf(id)
    if (!totp && passkeys === 0) throw new CommandError(`${email} has no second factor.`)
    await confirm(
      `Make sure that it is ${email} who asks: the password alone opens the account afterwards.`,
      given.yes === true,
    )
    const ended = await inTransaction(store.pool, async (tx) => {
      await store.factors.removeAll(tx, id)
      await store.tickets.endAll(tx, id)
      return store.sessions.endAll(tx, [id])
    })
    const facts = { account: id, address: null, by: null }
    security.note('factor_removed', { ...facts, what: 'all' })
    if (ended.size > 0) security.note('sessions_ended', facts)
    say(`${email} has no second factor any more, and was signed out everywhere.`)
  })
}

/** The one given, the one typed, or a random one when nobody is there to type. */
async function choosePassword(given: string | undefined) {
  const typed =
    given ?? (isInteractive() ? await askHidden('Password (empty for a random one): ') : '')
  if (typed === '') return { password: randomPassword(), isRandom: true }
  const fault = await passwordFault(typed)
  if (fault) throw new CommandError(fault)
  if (given === undefined && (await askHidden('Once more: ')) !== typed)
    throw new CommandError('The two passwords differ.')
  return { password: typed, isRandom: false }
}
