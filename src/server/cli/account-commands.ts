import { API_BASE } from '#contract/api.ts'
import { EVENTS_PATH } from '#contract/events.ts'
import { EVENTS_SCOPE, MOST_TOKEN_NAME, type Scope } from '#contract/tokens.ts'
import { registry } from '#resources/index.ts'
import { passwordFault } from '#server/auth/passwords.ts'
import { tokenName } from '#server/auth/service-tokens.ts'
import { inTransaction } from '#server/db/pool.ts'
import { randomPassword, SYSTEM, setPassword } from '#server/first-admin.ts'
import type { Services } from '#server/services.ts'
import {
  askHidden,
  CommandError,
  command,
  confirm,
  flag,
  isInteractive,
  required,
  say,
  text,
  UsageError,
  withServices,
} from './command-line.ts'

/** The author of what commands do with tokens. */
const COMMAND = { id: null, address: null, reqId: null }
const SEND_EVENTS = `${EVENTS_SCOPE}:send`
const DAY_MS = 86_400_000
const EMAIL_HELP = "the user's email"
const NAME_HELP = "the token's name"
const PASSWORD_HELP = 'the new password; if missing, it is asked for or generated'

export const accountCommands = [
  command(
    'admin create',
    '--email <email> --first-name <name> --last-name <name> [--password <password>]',
    'Create an admin.',
    {
      email: text('the email to sign in with'),
      'first-name': text('the first name'),
      'last-name': text('the last name'),
      password: text(PASSWORD_HELP),
    },
    async (given, config) => {
      const email = required(given.email, 'email')
      const firstName = required(given['first-name'], 'first-name')
      const lastName = required(given['last-name'], 'last-name')
      const { password, shown } = await choosePassword(given.password)
      await withServices(config, ({ changes }) =>
        changes.create('users', { firstName, lastName, email, password, role: 'admin' }, SYSTEM),
      )
      say(`Created the admin ${email}.${shown}`)
    },
  ),

  command(
    'admin set-password',
    '--email <email> [--password <password>] [--temporary]',
    'Set the password of a user, and end the sessions.',
    {
      email: text(EMAIL_HELP),
      password: text(PASSWORD_HELP),
      temporary: flag('the user must choose another password at the next sign-in'),
    },
    async ({ temporary = false, ...given }, config) => {
      const email = required(given.email, 'email')
      const { password, shown } = await choosePassword(given.password)
      await withServices(config, async (services) =>
        setPassword(services, await idOf(services, email), password, temporary),
      )
      say(`Set the password of ${email}, and ended all sessions.${shown}`)
      if (temporary) say('The user must choose another password at the next sign-in.')
    },
  ),

  command(
    'admin reset-factors',
    '--email <email> [--yes]',
    'Remove all passkeys, authenticator app and recovery codes of a user, and end the sessions.',
    { email: text(EMAIL_HELP), yes: flag('do not ask for confirmation') },
    async ({ yes, ...given }, config) => {
      const email = required(given.email, 'email')
      await withServices(config, async (services) => {
        const { store, factors, security } = services
        const id = await idOf(services, email)
        const { totp, passkeys } = await factors.countsOf(id)
        if (!totp && passkeys === 0)
          throw new CommandError(`${email} does not use two-step verification.`)
        await confirm(
          `This turns off two-step verification for ${email}: the password is then enough to sign in. Make sure that the request comes from this user.`,
          yes,
        )
        const ended = await inTransaction(store.pool, async (tx) => {
          await factors.removeAll(tx, id)
          await store.tickets.endAll(tx, [id])
          return store.sessions.endAll(tx, [id])
        })
        const facts = { account: id, address: null, by: null }
        security.note('factor_removed', { ...facts, what: 'all' })
        if (ended.size > 0) security.note('sessions_ended', facts)
        say(`Turned off two-step verification for ${email}, and ended all sessions.`)
      })
    },
  ),

  command(
    'admin token',
    '--name <name> [--may <resource>:<action>,…]… [--days <number>]',
    'Create an API token, and print it once.',
    {
      name: text(NAME_HELP),
      may: {
        ...text('what it may do, like users:read,update; events:send by default'),
        multiple: true,
      },
      days: text('the number of days until it expires; never by default'),
    },
    async ({ name, days, may = [SEND_EVENTS] }, config) => {
      const wanted = { name: checkName(name), scopes: may.map(readScope) }
      if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days))
        throw new UsageError('--days must be a whole number from 1 to 9999.')
      const expiresAt = days ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : null
      await withServices(config, async ({ tokens }) => {
        const { token, scopes } = await tokens.make({ ...wanted, expiresAt }, COMMAND)
        say(`Token: ${token} (shown only once)`)
        const words = wordsOf(scopes)
        const what = words === SEND_EVENTS ? `POST ${API_BASE}${EVENTS_PATH}` : words
        say(`Permissions: ${what}`)
        say(`Expires: ${expiresAt ?? 'never'}`)
      })
    },
  ),

  command('admin tokens', '', 'List the API tokens.', {}, (_given, config) =>
    withServices(config, async ({ tokens }) => {
      const all = await tokens.list()
      if (all.length === 0) return say('There are no tokens.')
      const rows = all.map((one) => [
        ...[one.name, one.createdAt, one.lastUsedAt ?? 'never'],
        one.revokedAt ? `revoked ${one.revokedAt}` : (one.expiresAt ?? 'never'),
        ...[String(one.events), wordsOf(one.scopes)],
      ])
      rows.unshift(['Name', 'Created', 'Last used', 'Expires', 'Events', 'Permissions'])
      const width = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0))
      const line = (row: string[]) => row.map((cell, at) => cell.padEnd(width(at))).join('  ')
      for (const row of rows) say(line(row).trimEnd())
    }),
  ),

  command(
    'admin revoke-token',
    '--name <name> [--take-back]',
    'Revoke an API token on all servers.',
    {
      name: text(NAME_HELP),
      'take-back': flag('also delete the events that it sent, and correct the figures'),
    },
    async (given, config) => {
      const name = checkName(given.name)
      await withServices(config, async ({ tokens, insight }) => {
        const before = (await tokens.list()).find((one) => one.name === name && !one.revokedAt)
        if (!before) throw new CommandError(`There is no token named '${name}'.`)
        await tokens.revoke(before.id, COMMAND)
        say(`Revoked the token '${name}'.`)
        if (!given['take-back']) return
        await insight.facts.rollUp()
        await tokens.takeBack(before.id, COMMAND)
        while (await insight.facts.takeBack());
        const after = (await tokens.list()).find(({ id }) => id === before.id)
        say(`Deleted ${after?.takenBack?.events ?? 0} events, and corrected the figures.`)
      })
    },
  ),
]

/** Returns the id of a user. Throws CommandError. */
async function idOf({ store }: Services, email: string): Promise<string> {
  const found = await store.credentials.find(email)
  if (!found) throw new CommandError(`There is no user with the email ${email}.`)
  return found.user.id
}

/** Returns the given or entered password, or a random one and the line that shows it. */
async function choosePassword(given?: string): Promise<{ password: string; shown: string }> {
  const ask = () => (isInteractive() ? askHidden('Password (empty for a random one): ') : '')
  const typed = given ?? (await ask())
  if (typed === '') {
    const password = randomPassword()
    return { password, shown: `\nPassword: ${password} (shown only once)` }
  }
  const fault = await passwordFault(typed)
  if (fault) throw new CommandError(fault)
  if (given === undefined && (await askHidden('Repeat the password: ')) !== typed)
    throw new CommandError('The passwords do not match. Nothing was changed.')
  return { password: typed, shown: '' }
}

const wordsOf = (scopes: readonly Scope[]) =>
  scopes.map(({ resource, actions }) => `${resource}:${actions.join(',')}`).join(' ')

/**
 * Reads a scope like 'users:read,update'. A resource has the API's name or the page's: 'missions' is
 * 'missions/templates'. `tokens.make` rejects unknown names.
 */
function readScope(given: string): unknown {
  const [, resource, actions] = /^([^:]+):([a-z,]+)$/.exec(given) ?? []
  if (!(resource && actions))
    throw new UsageError(`--may must be like users:read,update, not '${given}'.`)
  const byPage = registry.find(({ page }) => page === resource)?.name
  return { resource: byPage ?? resource, actions: actions.split(',') }
}

function checkName(given: string | undefined): string {
  const { data } = tokenName.safeParse(required(given, 'name'))
  if (data === undefined)
    throw new UsageError(`--name must be one line of at most ${MOST_TOKEN_NAME} characters.`)
  return data
}
