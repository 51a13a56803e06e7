import type { Own, RecordAction } from '#model/access.ts'
import type { Data } from './shape.ts'

/** Whose records a rule leaves, of a resource whose records are one person's each. */
export type Whose = 'own' | 'own and shared'

/** Whose an action may be done with, whatever the record. */
export function whoseOf({ shared }: Own, action: RecordAction, isAdmin: boolean): Whose {
  const isMore = shared !== undefined && (action === 'read' || isAdmin)
  return isMore && action !== 'create' ? 'own and shared' : 'own'
}

/** Why this person may not do it with this record of somebody's own; undefined when nothing stands against it. */
export function notOwn(
  own: Own,
  {
    action,
    person,
    isAdmin,
    record,
  }: { action: RecordAction; person: string | null | undefined; isAdmin: boolean; record: Data },
  mayRead: (resource: string) => boolean,
): { word: string; why: string } | undefined {
  const { owner, shared, of } = own
  const subject = of === undefined ? undefined : record[of]
  if (of !== undefined && typeof subject === 'string' && !mayRead(subject))
    return { word: `own.${of}`, why: ` of ${subject}, which it may not read` }
  if (typeof person === 'string' && record[owner] === person) return undefined
  const isShared = shared !== undefined && record[shared] === true
  if (isShared && whoseOf(own, action, isAdmin) === 'own and shared') return undefined
  return { word: 'own', why: ' of somebody else' }
}
