import { useQuery } from '@tanstack/react-query'
import {
  type MadeToken,
  TAKE_BACK,
  TOKENS_PATH,
  type Token,
  type TokenBody,
  type TokenList,
} from '#contract/tokens.ts'
import { answerOf, type HttpError, send } from './http-client.ts'

export const TOKENS_KEY = [TOKENS_PATH] as const

const POLL = 1500

function isTakingBack({ takenBack }: Token): boolean {
  return takenBack !== null && takenBack.doneAt === null
}

/** Reads all tokens, and polls while a token's events are being removed. */
export function useTokens() {
  return useQuery<Token[], HttpError>({
    queryKey: TOKENS_KEY,
    queryFn: async ({ signal }) => {
      const body = await send({ method: 'GET', path: TOKENS_PATH, signal })
      return answerOf<TokenList>(body, 'tokens').tokens
    },
    refetchInterval: ({ state: { data } }) => (data?.some(isTakingBack) ? POLL : false),
  })
}

/** Creates a token. Its secret is in this answer only, so the call is never retried. */
export async function makeToken(body: TokenBody): Promise<MadeToken> {
  return (await send({ method: 'POST', path: TOKENS_PATH, body })) as MadeToken
}

export function revokeToken(id: string): Promise<unknown> {
  return send({ method: 'DELETE', path: `${TOKENS_PATH}/${encodeURIComponent(id)}` })
}

export function takeEventsBack(id: string): Promise<unknown> {
  return send({ method: 'POST', path: `${TOKENS_PATH}/${encodeURIComponent(id)}${TAKE_BACK}` })
}
