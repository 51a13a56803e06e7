import { translate, translateWithin } from '#admin/format/translate.ts'
import {
  EVENTS_SCOPE,
  type Scope,
  scopesOf,
  type Token,
  type TokenAction,
} from '#contract/tokens.ts'
import { registry } from '#resources/index.ts'

/** What a token can be given, resource by resource; sending events stands apart. */
export const KNOWN = scopesOf(registry).filter(({ resource }) => resource !== EVENTS_SCOPE)

/** The actions in the order of their columns, and what each is called. */
export const COLUMNS: readonly { action: TokenAction; label: string }[] = [
  { action: 'read', label: 'Read' },
  { action: 'create', label: 'Add' },
  { action: 'update', label: 'Edit' },
  { action: 'delete', label: 'Delete' },
  { action: 'export', label: 'Export' },
]

/** What a resource or a page is called; another server's may be unknown here. */
export function subjectWords(name: string): string {
  if (name === 'analytics') return translate('Analytics')
  const resource = registry.find((one) => one.name === name)
  return resource ? translate(resource.label.many) : name
}

/** 'Users: read, edit'. */
export function scopeWords({ resource, actions }: Scope): string {
  if (resource === EVENTS_SCOPE) return translate('Sends learners’ events')
  const words = COLUMNS.filter(({ action }) => actions.includes(action)).map(({ label }) =>
    translateWithin(label),
  )
  return translate('{what}: {actions}', {
    what: subjectWords(resource),
    actions: words.join(', '),
  })
}

export type State = 'live' | 'revoked' | 'expired'

export function stateOf({ revokedAt, expiresAt }: Token, now: number): State {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'live'
}
