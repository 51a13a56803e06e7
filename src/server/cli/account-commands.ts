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
  withServices,
} from './command-line.ts'

/** The author of what commands do with tokens. */
const COMMAND = { id: null, address: null, reqId: null }
const SEND_EVENTS = `${EVENTS_SCOPE}:send`
const DAY_MS = 86_400_000

export const accountCommands = [
  command(
    'admin create',
    '--email <email> --first-name <name> --last-name <name> [--password <password>]',
    { email: text, 'first-name': text, 'last-name': text, password: text },
    async (given, config) => {
      const email = required(given.email, 'email')
      const firstName = required(given['first-name'], 'first-name')
      const lastName = required(given['last-name'], 'last-name')
      const { password, shown } = await choosePassword(given.password)
      await withServices(config, ({ changes }) =>
        changes.create('users', { firstName, lastName, email, password, role: 'admin' }, SYSTEM),
      )
      say(`${email} is an admin now.${shown}`)
    },
  ),

  command(
    'admin set-password',
    '--email <email> [--password <password>] [--temporary]',
    { email: text, password: text, temporary: flag },
    async ({ temporary = false, ...given }, config) => {
      const email = required(given.email, 'email')
      const { password, shown } = await choosePassword(given.password)
      await withServices(config, async (services) =>
        setPassword(services, await idOf(services, email), password, temporary),
      )
      say(`${email} has a new password, and was signed out everywhere.${shown}`)
      if (temporary) say('The user must choose another password at the next sign-in.')
    },
  ),

  /** Removes all second factors of a user who has lost them, and ends the user's sessions. Asks first. */
  command(
    'admin reset-factors',
    '--email <email> [--yes]',
    { email: text, yes: flag },
    async ({ yes, ...given }, config) => {
      const email = required(given.email, 'email')
      await withServices(config, async (services) => {
        const { store, factors, security } = services
        const id = await idOf(services, email)
        const { totp, passkeys } = await factors.countsOf(id)
        if (!totp && passkeys === 0) throw new CommandError(`${email} has no second factor.`)
        await confirm(
          `Make sure that the request comes from ${email}: afterwards the password alone opens the account.`,
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
        say(`Removed all second factors of ${email}, and ended all sessions.`)
      })
    },
  ),

  /** Creates a program's token, and shows it once. Without --may it may send events. */
  command(
    'admin token',
    '--name <name> [--may <resource>:<action>,…]… [--days <number>]',
    { name: text, may: { ...text, multiple: true }, days: text },
    async ({ name, days, may = [SEND_EVENTS] }, config) => {
      const wanted = { name: checkName(name), scopes: may.map(readScope) }
      if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days))
        throw new CommandError('--days takes a number from 1 to 9999.')
      const expiresAt = days ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : null
      await withServices(config, async ({ tokens }) => {
        const { token, scopes } = await tokens.make({ ...wanted, expiresAt }, COMMAND)
        say(`Token: ${token} (shown only this once)`)
        const words = wordsOf(scopes)
        const what = words === SEND_EVENTS ? `opens POST ${API_BASE}${EVENTS_PATH}` : `may ${words}`
        const until = expiresAt ? `until ${expiresAt}, or ` : ''
        say(`It ${what} and nothing else, ${until}until revoke-token ends it.`)
      })
    },
  ),

  /** Lists the tokens without their secrets. */
  command('admin tokens', '', {}, (_given, config) =>
    withServices(config, async ({ tokens }) => {
      const all = await tokens.list()
      if (all.length === 0) return say('There are no tokens.')
      const rows = all.map((one) => [
        ...[one.name, one.createdAt, one.lastUsedAt ?? 'never'],
        one.revokedAt ? `revoked ${one.revokedAt}` : (one.expiresAt ?? 'never'),
        ...[String(one.events), wordsOf(one.scopes)],
      ])
      rows.unshift(['Name', 'Created', 'Last used', 'Ends', 'Events', 'May'])
      const width = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0))
      const line = (row: string[]) => row.map((cell, at) => cell.padEnd(width(at))).join('  ')
      for (const row of rows) say(line(row).trimEnd())
    }),
  ),

  /** Revokes a token at once, on all servers. With --take-back it also removes the events that the token sent. */
  command(
    'admin revoke-token',
    '--name <name> [--take-back]',
    { name: text, 'take-back': flag },
    async (given, config) => {
      const name = checkName(given.name)
      await withServices(config, async ({ tokens, insight }) => {
        const before = (await tokens.list()).find((one) => one.name === name && !one.revokedAt)
        if (!before) throw new CommandError(`There is no token named '${name}'.`)
        await tokens.revoke(before.id, COMMAND)
        say(`The token '${name}' opens nothing any more.`)
        if (!given['take-back']) return
        await insight.facts.rollUp()
        await tokens.takeBack(before.id, COMMAND)
        while (await insight.facts.takeBack());
        const after = (await tokens.list()).find(({ id }) => id === before.id)
        say(`Events taken back: ${after?.takenBack?.events ?? 0}. All figures are recounted.`)
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

/** Returns the password that was given or typed, or a random one and the line that shows it. */
async function choosePassword(given?: string): Promise<{ password: string; shown: string }> {
  const ask = () => (isInteractive() ? askHidden('Password (empty for a random one): ') : '')
  const typed = given ?? (await ask())
  if (typed === '') {
    const password = randomPassword()
    return { password, shown: `\nPassword: ${password} (shown only this once)` }
  }
  const fault = await passwordFault(typed)
  if (fault) throw new CommandError(fault)
  if (given === undefined && (await askHidden('Repeat the password: ')) !== typed)
    throw new CommandError('The two passwords differ.')
  return { password: typed, shown: '' }
}

const wordsOf = (scopes: readonly Scope[]) =>
  scopes.map(({ resource, actions }) => `${resource}:${actions.join(',')}`).join(' ')

/**
 * Reads a scope like 'users:read,update'. A resource has the API's name or the page's: 'missions' is
 * 'missions/templates'. `tokens.make` refuses unknown names.
 */
function readScope(given: string): unknown {
  const [, resource, actions] = /^([^:]+):([a-z,]+)$/.exec(given) ?? []
  if (!(resource && actions))
    throw new CommandError(`--may takes what and how, like users:read,update; not '${given}'.`)
  const byPage = registry.find(({ page }) => page === resource)?.name
  return { resource: byPage ?? resource, actions: actions.split(',') }
}

function checkName(given: string | undefined): string {
  const { data } = tokenName.safeParse(required(given, 'name'))
  if (data === undefined)
    throw new CommandError(`--name takes at most ${MOST_TOKEN_NAME} characters on one line.`)
  return data
}
