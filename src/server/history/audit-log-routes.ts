import type { FastifyInstance } from 'fastify'
import {
  CHANGES_PATH,
  type ChangeDetail,
  type ChangeLine,
  type ChangePage,
  changeDetail,
  changePage,
  type EntryAction,
  ERASED_PERSON,
  erasedName,
  type HistoryLine,
  type HistoryPage,
  historyPage,
  VIAS,
} from '#contract/changes.ts'
import { fieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { whoOf } from '#server/http/authorise.ts'
import { answerSchema, schemaName } from '#server/http/json-schema.ts'
import { notFound } from '#server/http/refusal.ts'
import { hasAdminRole, type Who } from '#server/records/access.ts'
import { ID, type Item } from '#server/records/resource-routes.ts'
import { type Data, isId } from '#server/records/shape.ts'
import type { Context } from '#server/services.ts'
import type { ChangeHead, HistoryEntry } from './audit-log.ts'
import { createLogQuery, idParameter, paginationOf, wordParameter } from './log-query.ts'

/** The action that a caller needs in order to undo one. */
const UNDOING = { create: 'delete', update: 'update', delete: 'delete', restore: 'delete' } as const

const DAY_MS = 86_400_000

/**
 * The audit log: changes, one change record by record, and the history of each record. Leaves out the records that the
 * caller may not read, and hidden keys.
 */
export function auditLogRoutes(app: FastifyInstance, context: Context): void {
  const { registry, access, config, insight } = context
  const { auditLog } = context.store
  const known = new Map(registry.map((resource) => [resource.name, resource]))

  const mayUndo = (who: Who, at: string, action: EntryAction, on: string, record?: Data) =>
    Date.parse(at) > Date.now() - config.trashDays * DAY_MS &&
    action !== 'erase' &&
    known.has(on) &&
    access.decide({ ...who, action: UNDOING[action], on, record }).isAllowed

  /** The keys of a record that a role may read. */
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

  /** Returns a function that names the author of a change: a person, also a deleted one, or a provider. */
  const authorsOf = async (heads: readonly Pick<ChangeHead, 'actorId'>[]) => {
    const names = await auditLog.authorNames(heads.flatMap(({ actorId }) => actorId ?? []))
    return ({ actorId: id, via }: Pick<ChangeHead, 'actorId' | 'via'>) => {
      if (id !== null) return { by: { id, name: names.get(id) ?? ERASED_PERSON } }
      return via === 'sign-on' && config.signOn ? { provider: config.signOn.name } : {}
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

  /** Returns the ids of those records that are live, by one query for each resource. */
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

  const linesOf = async (heads: readonly ChangeHead[], who: Who): Promise<ChangeLine[]> => {
    const ids = heads.map(({ id }) => id)
    const [{ parts, first }, originOf] = await Promise.all([
      auditLog.parts(ids, access.logScope(who)),
      authorsOf(heads),
    ])
    const live = await liveOf(first)
    return heads.map((head) => {
      const { id: change, at, via, undoes, undoneBy } = head
      const own = parts.filter((part) => part.change === change)
      return {
        ...{ id: change, at, ...originOf(head), via },
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

  const historyLines = async (
    entries: readonly HistoryEntry[],
    who: Who,
  ): Promise<HistoryLine[]> => {
    const originOf = await authorsOf(entries)
    return entries.map((entry) => {
      const { change, version, at, via, action, resource, data } = entry
      return {
        ...{ change, version, at, ...originOf(entry), via, action },
        fields: fieldsOf(entry, who.role),
        canUndo: mayUndo(who, at, action, resource, data),
      }
    })
  }

  /** Checks that a change has no entries, not even hidden ones. */
  const isEmpty = async (id: string): Promise<boolean> =>
    (await auditLog.parts([id], { own: new Map() })).parts.length === 0

  const names = [...known.keys()]
  const query = createLogQuery(
    {
      actor: idParameter('actor', 'An id: of whoever did it'),
      resource: wordParameter('resource', names, 'A resource by its name'),
      record: idParameter('record', 'An id: of one of their records'),
      via: wordParameter('via', VIAS, 'Through what it came'),
      undone: wordParameter('undone', ['true', 'false'], 'Whether it was taken back'),
    },
    insight.zone,
  )
  const pages = createLogQuery({})

  app.get(
    CHANGES_PATH,
    {
      config: { access: 'console' },
      schema: {
        tags: ['Changes'],
        operationId: 'listChanges',
        summary: 'Changes, the latest first',
        description: 'Those of records that your role may read.',
        querystring: query.querystring,
        response: {
          200: { ...answerSchema(changePage), description: 'The matching changes' },
        },
      },
    },
    async (request): Promise<ChangePage> => {
      const page = query.read(request.query)
      const who = whoOf(request)
      const { actor, resource, record, via, undone } = page.asked
      if (resource !== undefined) access.demand({ ...who, action: 'read', on: resource })
      const filter = {
        ...{ actor, resource, record, from: page.from, until: page.until },
        via: VIAS.find((one) => one === via),
        undone: undone === undefined ? undefined : undone === 'true',
      }
      const { changes, ...total } = await auditLog.list(filter, access.logScope(who), page)
      return { changes: await linesOf(changes, who), pagination: paginationOf(page, total) }
    },
  )

  app.get<Item>(
    `${CHANGES_PATH}/:id`,
    {
      config: { access: 'console' },
      schema: {
        tags: ['Changes'],
        operationId: 'getChange',
        summary: 'Read one change, record by record',
        params: ID,
        querystring: pages.querystring,
        response: {
          200: {
            ...answerSchema(changeDetail),
            description: 'The change, with a page of its records',
          },
        },
      },
    },
    async (request): Promise<ChangeDetail> => {
      const page = pages.read(request.query)
      const { id } = request.params
      const who = whoOf(request)
      const head = isId(id) ? await auditLog.one(id) : undefined
      if (!head) throw notFound('This change does not exist.')
      const [[line], { entries, ...total }] = await Promise.all([
        linesOf([head], who),
        auditLog.entries(id, page, access.logScope(who)),
      ])
      // Admins may read a change whose entries are all gone.
      const isAdmin = hasAdminRole({ role: who.role })
      if (!line || (line.counts.length === 0 && !(isAdmin && (await isEmpty(id)))))
        throw notFound('This change does not exist.')
      const lines = await historyLines(entries, who)
      const items = entries.flatMap(({ resource, recordId, data }, place) => {
        const entry = lines[place]
        const name = nameIn(resource, recordId, data, who.role)
        return entry ? [{ resource, id: recordId, name, ...entry }] : []
      })
      return { ...line, items, pagination: paginationOf(page, total) }
    },
  )

  for (const resource of registry) {
    const { name, title, label, api } = resource
    const one = label.one.toLowerCase()
    app.get<Item>(
      `${api.path}/:id/history`,
      {
        config: { access: { action: 'read', on: name } },
        schema: {
          tags: [title],
          operationId: `get${schemaName(resource)}History`,
          summary: `What became of one ${one}`,
          params: ID,
          querystring: pages.querystring,
          response: {
            200: { ...answerSchema(historyPage), description: 'Its versions, the latest first' },
          },
        },
      },
      async (request): Promise<HistoryPage> => {
        const page = pages.read(request.query)
        const { id } = request.params
        const who = whoOf(request)
        if (!isId(id)) throw notFound(`This ${one} does not exist.`)
        const { entries, ...total } = await auditLog.history(name, id, page, access.logScope(who))
        // Sample data has no entries.
        const isUnknown =
          total.total === 0 &&
          (resource.access.own || (await auditLog.named(name, [id])).length === 0)
        if (isUnknown) throw notFound(`This ${one} does not exist.`)
        return {
          history: await historyLines(entries, who),
          pagination: paginationOf(page, total),
        }
      },
    )
  }
}
