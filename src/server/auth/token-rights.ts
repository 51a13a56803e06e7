import { secretKeys } from '#contract/tokens.ts'
import type { Resource } from '#model/resource.ts'
import type { Question, Verdict } from '#server/records/access.ts'
import type { Data } from '#server/records/shape.ts'
import type { Scopes } from './token-role.ts'

const ACTIONS_IN_WORDS = { update: 'change' } as Readonly<Record<string, string>>

/**
 * What a token may, of what an admin may: what its scopes say, and never what is one person's own, a password, or a
 * user who may enter the console.
 */
export function decideForToken(
  { action, on, field, record }: Question,
  scopes: Scopes,
  resource: Resource | undefined,
  isPlainUser: (user: Data) => boolean,
): Verdict {
  const does = ACTIONS_IN_WORDS[action] ?? action
  const what = resource?.label.many.toLowerCase() ?? on
  const refused = (rule: string, message: string) => ({ isAllowed: false, rule, message })
  if (resource?.access.own || scopes.get(on)?.has(action) !== true)
    return refused('token.scopes', `This token may not ${does} ${what}.`)
  if (resource && field !== undefined && secretKeys(resource).includes(field))
    return refused('token.secrets', `This token may not ${does} '${field}' of ${what}.`)
  const isWrite = action !== 'read' && action !== 'export'
  if (isWrite && on === 'users' && record && !isPlainUser(record))
    return refused('token.roles', `No token may ${does} users with access to the console.`)
  return { isAllowed: true, rule: 'token.scopes', message: `This token may ${does} ${what}.` }
}
