import {
  type MadeToken,
  type Scope,
  scopesOf,
  type Token,
  type TokenBody,
  tokenBody,
} from '#contract/tokens.ts'
import { withoutExcess } from '#model/excess.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { explainIssues, humanise } from '#model/words.ts'
import { conflict, invalid, notFound } from '#server/http/refusal.ts'
import { isId } from '#server/records/shape.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import type { Store } from '#server/store.ts'
import type { ServiceToken } from './service-tokens.ts'

/** Who does something with tokens; nobody for a command. */
export interface TokenKeeper {
  id: string | null
  address: string | null
  reqId: string | null
}

/** Tokens for programs, as admins and commands keep them. */
export interface Tokens {
  list(): Promise<Token[]>
  /** Refuses what is no such body, a time that is over, and a name that a live token has. */
  make(body: unknown, keeper: TokenKeeper): Promise<MadeToken>
  /** Ends a token at once, on all servers. To do it again changes nothing. */
  revoke(id: string, keeper: TokenKeeper): Promise<void>
  /** The same by the name of a live one. Gives whether there was one. */
  revokeNamed(name: string, keeper: TokenKeeper): Promise<boolean>
  /** Has the events of a revoked token taken back. To ask again changes nothing. */
  takeBack(id: string, keeper: TokenKeeper): Promise<Token>
}

const NO_TOKEN = 'This token does not exist.'

export function createTokens(
  { serviceTokens, auditLog }: Store,
  registry: readonly Resource[],
  security: SecurityLog,
): Tokens {
  const known = scopesOf(registry)
  const schema = tokenBody(known)
  const users = registry.find(({ name }) => name === 'users')

  const shown = async (tokens: readonly ServiceToken[]): Promise<Token[]> => {
    const ids = [...new Set(tokens.flatMap(({ createdBy }) => createdBy ?? []))]
    const people = new Map(
      (await auditLog.named('users', ids)).map(({ id, data }) => [id, data] as const),
    )
    return tokens.map(({ createdBy: id, takeBackAt, takenBackAt, takenBack, ...token }) => ({
      ...token,
      createdBy:
        id === null
          ? null
          : { id, name: users ? nameOf(users, { ...people.get(id), _id: id, id }) : '' },
      takenBack:
        takeBackAt === null
          ? null
          : { askedAt: takeBackAt, doneAt: takenBackAt, events: takenBack },
    }))
  }

  const parse = (body: unknown): TokenBody => {
    const parsed = schema.safeParse(withoutExcess(schema, body))
    if (parsed.success) return parsed.data
    const label = (path: string) => humanise(path) || 'The body'
    const faults = explainIssues(parsed.error.issues, body, label)
    throw invalid(Object.values(faults).join(' '), faults)
  }

  const one = async (id: string): Promise<Token> => {
    const found = isId(id) ? await serviceTokens.get(id) : undefined
    const [token] = found ? await shown([found]) : []
    if (!token) throw notFound(NO_TOKEN)
    return token
  }

  const note = (event: TokenEvent, name: string, { id, ...facts }: TokenKeeper) =>
    security.note(event, { account: null, by: id, service: name, ...facts })

  return {
    list: async () => shown(await serviceTokens.list()),

    async make(body, keeper) {
      const { name, scopes, expiresAt } = parse(body)
      if (expiresAt && Date.parse(expiresAt) <= Date.now()) throw invalid(PAST, { expiresAt: PAST })
      const made = await serviceTokens.create({
        ...{ name, scopes: inOrder(scopes, known), createdBy: keeper.id },
        expiresAt: expiresAt && new Date(expiresAt).toISOString(),
      })
      if (!made) {
        const taken = `There is a token named '${name}' already. Choose another name, or revoke that one.`
        throw conflict(taken, { name: taken })
      }
      note('service_token_made', name, keeper)
      return { ...(await one(made.id)), token: made.token }
    },

    async revoke(id, keeper) {
      const { name } = await one(id)
      if (await serviceTokens.revoke({ id })) note('service_token_revoked', name, keeper)
    },

    async revokeNamed(name, keeper) {
      const ended = await serviceTokens.revoke({ name })
      if (ended) note('service_token_revoked', name, keeper)
      return ended !== undefined
    },

    async takeBack(id, keeper) {
      const { name, revokedAt } = await one(id)
      if (revokedAt === null)
        throw conflict('Revoke the token first: until then it may go on sending events.')
      if (await serviceTokens.askBack(id)) note('token_events_taken_back', name, keeper)
      return one(id)
    },
  }
}

type TokenEvent = 'service_token_made' | 'service_token_revoked' | 'token_events_taken_back'

const PAST = 'The time at which it expires is over already.'

/** Each thing and each action once, in the order of the registry. */
function inOrder(scopes: readonly Scope[], known: readonly Scope[]): Scope[] {
  return known.flatMap(({ resource, actions }) => {
    const asked = scopes.filter((one) => one.resource === resource).flatMap((one) => one.actions)
    return asked.length === 0
      ? []
      : [{ resource, actions: actions.filter((action) => asked.includes(action)) }]
  })
}
