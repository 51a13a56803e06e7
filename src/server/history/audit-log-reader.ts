import {
  type ChangeItem,
  type ChangeLine,
  type EntryAction,
  ERASED_PERSON,
  erasedName,
  type HistoryLine,
  type ItemAction,
} from '#contract/changes.ts'
import { fieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { Config } from '#server/config.ts'
import { type AccessRules, hasAdminRole, type Who } from '#server/records/access.ts'
import type { Total } from '#server/records/list.ts'
import type { Data } from '#server/records/shape.ts'
import type { Store } from '#server/store.ts'
import type { ChangeFilter, ChangeHead, HistoryEntry, PageOf } from './audit-log.ts'

/** The action that a caller needs in order to undo one. */
const UNDOING: Readonly<Record<ItemAction, 'update' | 'delete'>> = {
  create: 'delete',
  update: 'update',
  delete: 'delete',
  restore: 'delete',
}

const DAY_MS = 86_400_000

export type AuditLogReader = ReturnType<typeof createAuditLogReader>

/** Reads the audit log as a caller may: without records that the caller may not read, and without hidden keys. */
export function createAuditLogReader(
  { auditLog }: Store,
  registry: readonly Resource[],
  access: AccessRules,
  { trashDays, signOn }: Pick<Config, 'trashDays' | 'signOn'>,
) {
  const known = new Map(registry.map((resource) => [resource.name, resource]))
  const users = known.get('users')

  const mayUndo = (who: Who, at: string, action: EntryAction, on: string, record?: Data) =>
    Date.parse(at) > Date.now() - trashDays * DAY_MS &&
    action !== 'erase' &&
    known.has(on) &&
    access.decide({ ...who, action: UNDOING[action], on, record }).isAllowed

  /** The keys of a record that a role is shown. */
  const shownKeys = (resource: Resource, role: string) => {
    const hidden = access.limitsOf(role, resource.name)?.hidden ?? []
    return new Set(Object.keys(resource.row.shape).filter((key) => !hidden.includes(key)))
  }

  const nameIn = (name: string, id: string, data: Data, role: string): string => {
    const resource = known.get(name)
    if (Object.keys(data).length === 0) return erasedName(name)
    if (!resource) return String(data.name ?? data.title ?? '')
    const shown = shownKeys(resource, role)
    const entries = Object.entries(data).filter(([key]) => shown.has(key))
    return nameOf(resource, { ...Object.fromEntries(entries), _id: id, id })
  }

  /** Gives what names the author of a change: a person, also a deleted one, or a provider. */
  const authorsOf = async (heads: readonly Pick<ChangeHead, 'actorId'>[]) => {
    const ids = [...new Set(heads.flatMap(({ actorId }) => actorId ?? []))]
    const found = new Map((await auditLog.authors(ids)).map(({ id, data }) => [id, data] as const))
    return ({ actorId: id, via }: Pick<ChangeHead, 'actorId' | 'via'>) => {
      if (id === null) return via === 'sign-on' && signOn ? { provider: signOn.name } : {}
      const data = found.get(id)
      if (!(data && users)) return { by: { id, name: ERASED_PERSON } }
      return { by: { id, name: nameOf(users, { ...data, _id: id, id }) } }
    }
  }

  const fieldsOf = ({ resource: name, action, data, fields }: HistoryEntry, role: string) => {
    const resource = known.get(name)
    const shown = resource && shownKeys(resource, role)
    const entries = Object.entries(action === 'create' ? fieldChanges({}, data) : fields).filter(
      ([path]) => shown?.has(path.split('.', 1)[0] ?? '') !== false,
    )
    return Object.fromEntries(entries)
  }

  const linesOf = async (heads: readonly ChangeHead[], who: Who): Promise<ChangeLine[]> => {
    const ids = heads.map(({ id }) => id)
    const [{ parts, first }, byOf] = await Promise.all([
      auditLog.parts(ids, access.sight(who)),
      authorsOf(heads),
    ])
    const live = await liveOf(first)
    return heads.map((head) => {
      const { id: change, at, via, undoes, undoneBy } = head
      const own = parts.filter((part) => part.change === change)
      return {
        ...{ id: change, at, ...byOf(head), via },
        counts: own.map(({ resource, action, count }) => ({ resource, action, count })),
        records: first
          .filter((record) => record.change === change)
          .map(({ resource, id, action, data }) => ({
            ...{ resource, id, name: nameIn(resource, id, data, who.role), action },
            isLive: live.has(id),
          })),
        ...(undoes !== null && { undoes }),
        ...(undoneBy !== null && { undoneBy }),
        canUndo:
          own.length > 0 && own.every(({ action, resource }) => mayUndo(who, at, action, resource)),
      }
    })
  }

  /** The ids of those records that are live, by one query for each resource. */
  const liveOf = async (records: readonly { resource: string; id: string }[]) => {
    const names = [...new Set(records.map(({ resource }) => resource))]
    const found = await Promise.all(
      names.map((name) => {
        const own = records.filter(({ resource }) => resource === name)
        return auditLog.named(name, [...new Set(own.map(({ id }) => id))])
      }),
    )
    return new Set(found.flat().flatMap(({ id, isLive }) => (isLive ? [id] : [])))
  }

  const historyLines = async (
    entries: readonly HistoryEntry[],
    who: Who,
  ): Promise<HistoryLine[]> => {
    const byOf = await authorsOf(entries)
    return entries.map((entry) => {
      const { change, version, at, via, action, resource, data } = entry
      return {
        ...{ change, version, at, ...byOf(entry), via, action },
        fields: fieldsOf(entry, who.role),
        canUndo: mayUndo(who, at, action, resource, data),
      }
    })
  }

  /** Whether a change has no entries at all, also none that the caller may not see. */
  const isEmpty = async (id: string): Promise<boolean> =>
    (await auditLog.parts([id], { own: new Map() })).parts.length === 0

  return {
    async lines(
      filter: Omit<ChangeFilter, 'sight'>,
      page: PageOf,
      who: Who,
    ): Promise<{ changes: ChangeLine[] } & Total> {
      const asked = { ...filter, sight: access.sight(who) }
      const { changes, ...total } = await auditLog.list(asked, page)
      return { changes: await linesOf(changes, who), ...total }
    },

    /** One change with a page of its entries; undefined when there is none, or the caller may read nothing of it. */
    async one(
      id: string,
      page: PageOf,
      who: Who,
    ): Promise<(ChangeLine & { items: ChangeItem[]; total: Total }) | undefined> {
      const head = await auditLog.one(id)
      if (!head) return undefined
      const [[line], { entries, ...total }] = await Promise.all([
        linesOf([head], who),
        auditLog.entries(id, page, access.sight(who)),
      ])
      // Admins may read a change whose entries are all gone.
      if (
        !line ||
        (line.counts.length === 0 && !(hasAdminRole({ role: who.role }) && (await isEmpty(id))))
      )
        return undefined
      const lines = await historyLines(entries, who)
      const items = entries.flatMap(({ resource, recordId, data }, place) => {
        const entry = lines[place]
        const name = nameIn(resource, recordId, data, who.role)
        return entry ? [{ resource, id: recordId, name, ...entry }] : []
      })
      return { ...line, items, total }
    },

    /** The history of a record that exists or did; undefined of any other. */
    async history(
      { name, access: { own } }: Resource,
      id: string,
      page: PageOf,
      who: Who,
    ): Promise<({ history: HistoryLine[] } & Total) | undefined> {
      const sight = access.sight(who)
      const { entries, ...total } = await auditLog.history({ resource: name, id }, page, sight)
      // Sample data and records that are older than the history have no entries.
      if (total.total === 0 && (own || (await auditLog.named(name, [id])).length === 0))
        return undefined
      return { history: await historyLines(entries, who), ...total }
    },
  }
}
