import { API_BASE } from '#contract/api.ts'
import { EVENTS_PATH } from '#contract/events.ts'
import { EVENTS_SCOPE, MOST_TOKEN_NAME, type Scope } from '#contract/tokens.ts'
import type { Resource } from '#model/resource.ts'
import { tokenName } from '#server/auth/service-tokens.ts'
import type { Config } from '#server/config.ts'
import { CommandError, readOptions, required, say } from './command-line.ts'
import { withServices } from './command-services.ts'

/** The author of what commands do with tokens. */
const COMMAND = { id: null, address: null, reqId: null }
const SEND_EVENTS = `${EVENTS_SCOPE}:send`
const DAY_MS = 86_400_000

/** Creates a program's token, and shows it once. Without --may it may send events. */
export async function createToken(args: string[], config: Config): Promise<void> {
  const given = readOptions(args, {
    name: { type: 'string' },
    may: { type: 'string', multiple: true },
    days: { type: 'string' },
  })
  const name = checkedName(given.name)
  const { days } = given
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days))
    throw new CommandError('--days takes a number from 1 to 9999.')
  const expiresAt =
    days === undefined ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
  await withServices(config, async ({ tokens, registry }) => {
    const wanted = (given.may ?? [SEND_EVENTS]).map((text) => readScope(text, registry))
    const { token, scopes } = await tokens.make({ name, scopes: wanted, expiresAt }, COMMAND)
    say(`Token: ${token} (shown only this once)`)
    const what =
      wordsOf(scopes) === SEND_EVENTS
        ? `opens POST ${API_BASE}${EVENTS_PATH}`
        : `may ${wordsOf(scopes)}`
    const until = expiresAt ? `until ${expiresAt}, or ` : ''
    say(`It ${what} and nothing else, ${until}until revoke-token ends it.`)
  })
}

/** Lists the tokens without their secrets. */
export async function listTokens(args: string[], config: Config): Promise<void> {
  readOptions(args, {})
  await withServices(config, async ({ tokens }) => {
    const all = await tokens.list()
    if (all.length === 0) return say('There are no tokens.')
    const rows = [
      ['Name', 'Created', 'Last used', 'Ends', 'Events', 'May'],
      ...all.map(({ name, createdAt, lastUsedAt, revokedAt, expiresAt, events, scopes }) => {
        const ends = revokedAt ? `revoked ${revokedAt}` : (expiresAt ?? 'never')
        return [name, createdAt, lastUsedAt ?? 'never', ends, String(events), wordsOf(scopes)]
      }),
    ]
    const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
    const aligned = (row: string[]) => row.map((text, at) => text.padEnd(widths?.[at] ?? 0))
    for (const row of rows) say(aligned(row).join('  ').trimEnd())
  })
}

/** Revokes a token at once, on all servers. With --take-back it also removes the events that the token sent. */
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
    say(`Events taken back: ${after?.takenBack?.events ?? 0}. All figures are recounted.`)
  })
}

function wordsOf(scopes: readonly Scope[]): string {
  return scopes.map(({ resource, actions }) => `${resource}:${actions.join(',')}`).join(' ')
}

/**
 * Reads a scope like 'users:read,update'. A resource has the API's name or the page's: 'missions' is
 * 'missions/templates'. `tokens.make` refuses unknown names.
 */
function readScope(text: string, registry: readonly Resource[]): unknown {
  const [, resource, actions] = /^([^:]+):([a-z,]+)$/.exec(text) ?? []
  if (!(resource && actions))
    throw new CommandError(`--may takes what and how, like users:read,update; not '${text}'.`)
  const byPage = registry.find(({ page }) => page === resource)?.name
  return { resource: byPage ?? resource, actions: actions.split(',') }
}

function checkedName(given: string | undefined): string {
  const { data } = tokenName.safeParse(required(given, 'name'))
  if (data === undefined)
    throw new CommandError(`--name takes at most ${MOST_TOKEN_NAME} characters on one line.`)
  return data
}
