import { API_BASE } from '#contract/api.ts'
import { EVENTS_PATH } from '#contract/events.ts'
import { EVENTS_SCOPE, MOST_TOKEN_NAME, type Scope, type Token } from '#contract/tokens.ts'
import type { Resource } from '#model/resource.ts'
import { tokenName } from '#server/auth/service-tokens.ts'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/http/refusal.ts'
import { say, withServices } from './command-services.ts'
import { CommandError, readOptions, required } from './usage.ts'

/** Who keeps tokens by a command. */
const COMMAND = { id: null, address: null, reqId: null }
const SEND_EVENTS = `${EVENTS_SCOPE}:send`
const DAY_MS = 86_400_000

/** Makes a token for a program, and shows it this once. Without --may it sends learners' events. */
export async function createToken(args: string[], config: Config): Promise<void> {
  const given = readOptions(args, {
    name: { type: 'string' },
    may: { type: 'string', multiple: true },
    days: { type: 'string' },
  })
  const name = checkedName(given.name)
  const expiresAt = given.days === undefined ? null : inDays(given.days)
  await withServices(config, async ({ tokens, registry }) => {
    const scopes = (given.may ?? [SEND_EVENTS]).map((text) => readScope(text, registry))
    const { token, ...made } = await inWords(tokens.make({ name, scopes, expiresAt }, COMMAND))
    say(`Token: ${token} (shown only this once)`)
    const until = made.expiresAt ? `until ${made.expiresAt}, or ` : ''
    say(
      wordsOf(made.scopes) === SEND_EVENTS
        ? `It opens POST ${API_BASE}${EVENTS_PATH} and nothing else, ${until}until revoke-token ends it.`
        : `It may ${wordsOf(made.scopes)} and nothing else, ${until}until revoke-token ends it.`,
    )
  })
}

/** Lists the tokens by name, without the tokens themselves. */
export async function listTokens(args: string[], config: Config): Promise<void> {
  readOptions(args, {})
  await withServices(config, async ({ tokens }) => {
    const all = await tokens.list()
    if (all.length === 0) return say('There are no tokens.')
    const rows = [
      ['Name', 'Created', 'Last used', 'Ends', 'Events', 'May'],
      ...all.map((one) => [
        ...[one.name, one.createdAt, one.lastUsedAt ?? 'never', endOf(one)],
        ...[String(one.events), wordsOf(one.scopes)],
      ]),
    ]
    const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => width(row[column]))))
    for (const row of rows)
      say(
        row
          .map((text, column) => padded(text, widths?.[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
  })
}

/** Ends a token at once, on all servers. With --take-back the events that it sent leave, too. */
export async function revokeToken(args: string[], config: Config): Promise<void> {
  const given = readOptions(args, { name: { type: 'string' }, 'take-back': { type: 'boolean' } })
  const name = checkedName(given.name)
  await withServices(config, async ({ tokens, insight }) => {
    const before = (await tokens.list()).find((one) => one.name === name && !one.revokedAt)
    if (!(await tokens.revokeNamed(name, COMMAND)))
      throw new CommandError(`There is no token named '${name}'.`)
    say(`The token '${name}' opens nothing any more.`)
    if (!(given['take-back'] && before)) return
    await insight.facts.rollUp()
    await tokens.takeBack(before.id, COMMAND)
    while (await insight.facts.takeBack());
    const after = (await tokens.list()).find(({ id }) => id === before.id)
    say(`Events taken back: ${after?.takenBack?.events ?? 0}. Figures are counted anew.`)
  })
}

function endOf({ revokedAt, expiresAt }: Token): string {
  if (revokedAt) return `revoked ${revokedAt}`
  return expiresAt ?? 'never'
}

function wordsOf(scopes: readonly Scope[]): string {
  return scopes.map(({ resource, actions }) => `${resource}:${actions.join(',')}`).join(' ')
}

/**
 * Reads a scope like 'users:read,update'. A resource is named as the API names it, or by its page: 'missions' for
 * 'missions/templates'. Names that do not exist are refused later, with the list of those that do.
 */
function readScope(text: string, registry: readonly Resource[]): unknown {
  const [, resource, actions] = /^([^:]+):([a-z,]+)$/.exec(text) ?? []
  if (!(resource && actions))
    throw new CommandError(`--may takes what and how, like users:read,update; not '${text}'.`)
  const byPage = registry.find(({ page }) => page === resource)?.name
  return { resource: byPage ?? resource, actions: actions.split(',') }
}

function inDays(text: string): string {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new CommandError('--days takes a number from 1 to 9999.')
  return new Date(Date.now() + Number(text) * DAY_MS).toISOString()
}

/** What is refused, as a command says it. */
async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Refusal ? new CommandError(error.message) : error
  }
}

function checkedName(given: string | undefined): string {
  const name = tokenName.safeParse(required(given, 'name'))
  if (!name.success)
    throw new CommandError(`--name takes at most ${MOST_TOKEN_NAME} characters on one line.`)
  return name.data
}

function width(text = ''): number {
  return [...text].length
}

function padded(text: string, to: number): string {
  return text + ' '.repeat(to - width(text))
}
