import {
  type ChangeItem,
  type ChangeLine,
  type EntryAction,
  ERASED_PERSON,
  erasedName,
  type HistoryLine,
  type ItemAction,
} from '#contract/changes.ts'
import type { Row } from '#model/declaration.ts'
import { fieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { Config } from '#server/config.ts'
import type { Store } from '#server/db/store.ts'
import { type AccessRules, hasAdminRole, type Who } from '#server/records/access.ts'
import type { Total } from '#server/records/list.ts'
import type { Data } from '#server/records/shape.ts'
import type { ChangeFilter, ChangeHead, LogEntry, PageOf } from './change-log-rows.ts'

/** What was written, as whoever asks may read it: no record of what the role may not read, no hidden key. */
export interface ChangeReader {
  lines(
    filter: Omit<ChangeFilter, 'sight'>,
    page: PageOf,
    who: Who,
  ): Promise<{ changes: ChangeLine[] } & Total>
  /** Undefined where there is none, or nothing of it may be read. */
  one(
    id: string,
    page: PageOf,
    who: Who,
  ): Promise<(ChangeLine & { items: ChangeItem[] } & { total: Total }) | undefined>
  /** Of a record that is there or was, for who may read it; undefined of any other. */
  history(
    resource: Resource,
    id: string,
    page: PageOf,
    who: Who,
  ): Promise<({ history: HistoryLine[] } & Total) | undefined>
}

/** What one has to be allowed in order to take an action back. */
const UNDOING: Readonly<Record<ItemAction, 'update' | 'delete'>> = {
  create: 'delete',
  update: 'update',
  delete: 'delete',
  restore: 'delete',
}

const DAY_MS = 86_400_000

export function createChangeReader(
  { changeLog }: Store,
  registry: readonly Resource[],
  access: AccessRules,
  { trashDays, signOn }: Pick<Config, 'trashDays' | 'signOn'>,
): ChangeReader {
  const known = new Map(registry.map((resource) => [resource.name, resource]))
  const users = known.get('users')
  const personName = (row: Row) => (users ? nameOf(users, row) : '')

  const mayUndo = (who: Who, action: EntryAction, on: string, record?: Data) =>
    action !== 'erase' &&
    known.has(on) &&
    access.decide({ ...who, action: UNDOING[action], on, record }).isAllowed

  const isFresh = (at: string) => Date.parse(at) > Date.now() - trashDays * DAY_MS

  /** The keys that answers show of a record to a role. */
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

  /** The names of people by their ids, of those who are deleted too. */
  const peopleOf = async (heads: readonly ChangeHead[]) => {
    const ids = [...new Set(heads.flatMap(({ actorId }) => actorId ?? []))]
    const found = new Map((await changeLog.authors(ids)).map(({ id, data }) => [id, data] as const))
    const nameOfPerson = (id: string) =>
      found.has(id) ? personName({ ...found.get(id), _id: id, id }) : ERASED_PERSON
    return ({ actorId: id, via }: Pick<ChangeHead, 'actorId' | 'via'>) => {
      if (id !== null) return { by: { id, name: nameOfPerson(id) } }
      return via === 'sign-on' && signOn ? { provider: signOn.name } : {}
    }
  }

  const fieldsOf = (resource: Resource | undefined, entry: LogEntry, role: string) => {
    const all = entry.action === 'create' ? fieldChanges({}, entry.data) : entry.fields
    const shown = resource && shownKeys(resource, role)
    const entries = Object.entries(all).filter(
      ([path]) => shown?.has(path.split('.', 1)[0] ?? '') !== false,
    )
    return Object.fromEntries(entries)
  }

  const linesOf = async (heads: readonly ChangeHead[], who: Who): Promise<ChangeLine[]> => {
    const { role } = who
    const ids = heads.map(({ id }) => id)
    const [{ parts, first }, byOf] = await Promise.all([
      changeLog.parts(ids, access.sight(who)),
      peopleOf(heads),
    ])
    const live = await liveOf(first)
    return heads.map((head) => {
      const own = parts.filter(({ change }) => change === head.id)
      return {
        id: head.id,
        at: head.at,
        ...byOf(head),
        via: head.via,
        counts: own.map(({ resource, action, count }) => ({ resource, action, count })),
        records: first
          .filter(({ change }) => change === head.id)
          .map(({ resource, id, action, data }) => ({
            ...{ resource, id, name: nameIn(resource, id, data, role), action },
            isLive: live.has(id),
          })),
        ...(head.undoes !== null && { undoes: head.undoes }),
        ...(head.undoneBy !== null && { undoneBy: head.undoneBy }),
        canUndo:
          isFresh(head.at) &&
          own.length > 0 &&
          own.every(({ action, resource }) => mayUndo(who, action, resource)),
      }
    })
  }

  /** Those of the records that are live, one query for each resource. */
  const liveOf = async (records: readonly { resource: string; id: string }[]) => {
    const names = [...new Set(records.map(({ resource }) => resource))]
    const found = await Promise.all(
      names.map((name) => {
        const own = records.filter(({ resource }) => resource === name)
        return changeLog.named(name, [...new Set(own.map(({ id }) => id))])
      }),
    )
    return new Set(found.flat().flatMap(({ id, isLive }) => (isLive ? [id] : [])))
  }

  /** Whether a change has no entries at all, not even such as somebody may not see. */
  const isBare = async (id: string): Promise<boolean> => {
    const all = await changeLog.parts([id], { own: new Map() })
    return all.parts.length === 0
  }

  const historyLine = (
    entry: LogEntry,
    byOf: (head: LogEntry) => Pick<HistoryLine, 'by' | 'provider'>,
    who: Who,
  ): HistoryLine => {
    const { id, version, at, via, action, resource: name, data } = entry
    return {
      change: id,
      version,
      at,
      ...byOf(entry),
      via,
      action,
      fields: fieldsOf(known.get(name), entry, who.role),
      canUndo: isFresh(at) && mayUndo(who, action, name, data),
    }
  }

  return {
    async lines(filter, page, who) {
      const asked = { ...filter, sight: access.sight(who) }
      const { changes, ...total } = await changeLog.list(asked, page)
      return { changes: await linesOf(changes, who), ...total }
    },

    async one(id, page, who) {
      const { role } = who
      const head = await changeLog.one(id)
      if (!head) return undefined
      const sight = access.sight(who)
      const [[line], { entries, ...total }] = await Promise.all([
        linesOf([head], who),
        changeLog.entries(id, page, sight),
      ])
      // What there is nothing of any more, admins may read of.
      const isEmpty = line?.counts.length === 0
      if (!line || (isEmpty && !(hasAdminRole({ role }) && (await isBare(id))))) return undefined
      const byOf = await peopleOf(entries)
      const items = entries.map((entry) => ({
        ...{ resource: entry.resource, id: entry.recordId },
        name: nameIn(entry.resource, entry.recordId, entry.data, role),
        ...historyLine(entry, byOf, who),
      }))
      return { ...line, items, total }
    },

    async history({ name, access: { own } }, id, page, who) {
      const sight = access.sight(who)
      const { entries, ...total } = await changeLog.history({ resource: name, id }, page, sight)
      // What is older than the history, and sample data, has none.
      if (total.total === 0 && (own || (await changeLog.named(name, [id])).length === 0))
        return undefined
      const byOf = await peopleOf(entries)
      return { history: entries.map((entry) => historyLine(entry, byOf, who)), ...total }
    },
  }
}
