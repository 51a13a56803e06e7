import * as z from 'zod'
import { API_BASE } from '#contract/api.ts'
import { EVENTS_PATH } from '#contract/insight/events.ts'
import { requiredText } from '#model/schema.ts'
import type { Config } from '#server/base/config.ts'
import { say, withServices } from './services.ts'
import { CommandError, readOptions, required } from './usage.ts'

const MOST_NAME = 80

/** Makes a token for a program that sends learners' events, and shows it this once. */
export async function createToken(args: string[], config: Config): Promise<void> {
  const name = nameIn(args)
  await withServices(config, async ({ store, security }) => {
    const token = await store.serviceTokens.create(name)
    if (!token)
      throw new CommandError(
        `There is a token named '${name}' already. Choose another name, or end that one with revoke-token.`,
      )
    security.note('service_token_made', { account: null, address: null, service: name })
    say(`Token: ${token} (shown only this once)`)
    say(`It opens POST ${API_BASE}${EVENTS_PATH} and nothing else, until revoke-token ends it.`)
  })
}

/** Lists the tokens by name, without the tokens themselves. */
export async function listTokens(args: string[], config: Config): Promise<void> {
  readOptions(args, {})
  await withServices(config, async ({ store }) => {
    const tokens = await store.serviceTokens.list()
    if (tokens.length === 0) return say('There are no tokens.')
    const rows = [
      ['Name', 'Created', 'Last used'],
      ...tokens.map(({ name, createdAt, lastUsedAt }) => [name, createdAt, lastUsedAt ?? 'never']),
    ]
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => width(row[column]))))
    for (const row of rows)
      say(
        row
          .map((text, column) => padded(text, widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
  })
}

/** Ends a token at once, on all servers. */
export async function revokeToken(args: string[], config: Config): Promise<void> {
  const name = nameIn(args)
  await withServices(config, async ({ store, security }) => {
    if (!(await store.serviceTokens.revoke(name)))
      throw new CommandError(`There is no token named '${name}'.`)
    security.note('service_token_revoked', { account: null, address: null, service: name })
    say(`The token '${name}' opens nothing any more.`)
  })
}

function nameIn(args: string[]): string {
  const given = required(readOptions(args, { name: { type: 'string' } }).name, 'name')
  const name = z.safeParse(requiredText(MOST_NAME).regex(/^\P{Cc}*$/u), given)
  if (!name.success)
    throw new CommandError(`--name takes at most ${MOST_NAME} characters on one line.`)
  return name.data
}

function width(text = ''): number {
  return [...text].length
}

function padded(text: string, to: number): string {
  return text + ' '.repeat(to - width(text))
}
