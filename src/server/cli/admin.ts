import { passwordFault } from '#server/auth/passwords.ts'
import type { Config } from '#server/config.ts'
import { inTransaction } from '#server/db/pool.ts'
import { randomPassword, SYSTEM, setPassword } from '#server/first-admin.ts'
import type { Services } from '#server/services.ts'
import { backup, restore, upgradeDatabase, verify } from './backup-commands.ts'
import {
  askHidden,
  CommandError,
  confirm,
  isInteractive,
  readOptions,
  required,
  say,
  UsageError,
} from './command-line.ts'
import { withServices } from './command-services.ts'
import { doctor, rebuildFacts, retryEvents, setZone } from './data-commands.ts'
import { createToken, listTokens, revokeToken } from './token-commands.ts'

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

/** npm run admin -- ACTION …: see the usage in command.ts. */
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
    await setPassword(services, await idOf(services, email), password, given.temporary === true)
    say(`${email} has a new password, and was signed out everywhere.`)
    if (given.temporary) say('The user must choose another password at the next sign-in.')
  })
  if (isRandom) say(`Password: ${password} (shown only this once)`)
}

/** Removes all second factors of a user who has lost them, and ends the user's sessions. Asks first. */
async function resetFactors(args: string[], config: Config): Promise<void> {
  const given = readOptions(args, { email: { type: 'string' }, yes: { type: 'boolean' } })
  const email = required(given.email, 'email')
  await withServices(config, async (services) => {
    const { store, security } = services
    const id = await idOf(services, email)
    const { totp, passkeys } = await store.factors.countsOf(id)
    if (!totp && passkeys === 0) throw new CommandError(`${email} has no second factor.`)
    await confirm(
      `Make sure that the request comes from ${email}: afterwards the password alone opens the account.`,
      given.yes,
    )
    const ended = await inTransaction(store.pool, async (tx) => {
      await store.factors.removeAll(tx, id)
      await store.tickets.endAll(tx, [id])
      return store.sessions.endAll(tx, [id])
    })
    const facts = { account: id, address: null, by: null }
    security.note('factor_removed', { ...facts, what: 'all' })
    if (ended.size > 0) security.note('sessions_ended', facts)
    say(`Removed all second factors of ${email}, and ended all sessions.`)
  })
}

/** The id of a user. Throws CommandError. */
async function idOf({ store }: Services, email: string): Promise<string> {
  const found = await store.credentials.find(email)
  if (!found) throw new CommandError(`There is no user with the email ${email}.`)
  return found.user.id
}

/** The password of the option, the one typed, or a random one without a terminal. */
async function choosePassword(given: string | undefined) {
  const typed =
    given ?? (isInteractive() ? await askHidden('Password (empty for a random one): ') : '')
  if (typed === '') return { password: randomPassword(), isRandom: true }
  const fault = await passwordFault(typed)
  if (fault) throw new CommandError(fault)
  if (given === undefined && (await askHidden('Repeat the password: ')) !== typed)
    throw new CommandError('The two passwords differ.')
  return { password: typed, isRandom: false }
}
