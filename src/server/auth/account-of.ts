import type { FastifyRequest } from 'fastify'
import type { Account } from '#contract/auth.ts'
import { bearerToken } from '#server/http/authorise.ts'
import type { Context } from '#server/http/route-context.ts'
import { personOf } from '#server/http/self.ts'
import type { SessionOwner } from './sessions.ts'

/** Makes what tells somebody of the own account, as it is when it is asked: the call may have changed it. */
export function createAccountOf({
  store,
  protectionOf,
}: Pick<Context, 'store' | 'protectionOf'>): (request: FastifyRequest) => Promise<Account> {
  return async (request) => {
    const now = await store.sessions.owner(bearerToken(request) ?? '')
    const { id, data, must = [], session } = now ?? personOf(request)
    return {
      ...namesOf({ id, data }),
      must: [...must],
      preferences: session?.preferences ?? {},
      ...(await protectionOf(id, String(data.role ?? ''))),
      confirmedUntil: session?.confirmedUntil?.toISOString() ?? null,
    }
  }
}

function namesOf({ id, data }: Pick<SessionOwner, 'id' | 'data'>) {
  const { firstName = '', lastName = '', email = '', role = '' } = data
  return {
    ...{ _id: id, firstName: String(firstName), lastName: String(lastName) },
    ...{ email: String(email), role: String(role) },
  }
}
