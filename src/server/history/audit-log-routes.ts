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
import { whoOf } from '#server/http/authorise.ts'
import { answerSchema, schemaName } from '#server/http/json-schema.ts'
import { notFound } from '#server/http/refusal.ts'
import { hasAdminRole, type Who } from '#server/records/access.ts'
import { nameFor, shownTo } from '#server/records/present.ts'
import { ID, type Item } from '#server/records/resource-routes.ts'
import { type Data, isId } from '#server/records/shape.ts'
import type { Context } from '#server/services.ts'
import type { HistoryEntry, LoggedChange } from './audit-log.ts'
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

  const nameIn = (name: string, id: string, data: Data, role: string): string => {
    const resource = known.get(name)
    if (Object.keys(data).length === 0) return erasedName(name)
    return resource
      ? nameFor(access, role, resource, id, data)
      : String(data.name ?? data.title ?? '')
  }

  /** Returns a function that names the author of a change: a person, also a deleted one, or a provider. */
  const authorsOf = async (heads: readonly Pick<LoggedChange, 'actorId'>[]) => {
    const names = await auditLog.authorNames(heads.flatMap(({ actorId }) => actorId ?? []))
    return ({ actorId: id, via }: Pick<LoggedChange, 'actorId' | 'via'>) => {
      if (id !== null) return { by: { id, name: names.get(id) ?? ERASED_PERSON } }
      return via === 'sign-on' && config.signOn ? { provider: config.signOn.name } : {}
    }
  }

  const linesOf = async (changes: readonly LoggedChange[], who: Who): Promise<ChangeLine[]> => {
    const [originOf, named] = await Promise.all([
      authorsOf(changes),
      auditLog.named(changes.flatMap(({ records }) => records)),
    ])
    return changes.map((change) => {
      const { id, at, via, undoes, undoneBy, counts } = change
      return {
        ...{ id, at, ...originOf(change), via, counts },
        records: change.records.map(({ resource, id, action, data }) => ({
          ...{ resource, id, name: nameIn(resource, id, data, who.role), action },
          isLive: named.get(id)?.isLive === true,
        })),
        ...(undoes !== null && { undoes }),
        ...(undoneBy !== null && { undoneBy }),
        canUndo:
          counts.length > 0 &&
          counts.every(({ action, resource }) => mayUndo(who, at, action, resource)),
      }
    })
  }

  const historyLines = async (
    entries: readonly HistoryEntry[],
    who: Who,
  ): Promise<HistoryLine[]> => {
    const originOf = await authorsOf(entries)
    return entries.map((entry) => {
      const { change, version, at, via, action, resource: name, data } = entry
      const fields = action === 'create' ? fieldChanges({}, data) : entry.fields
      const resource = known.get(name)
      return {
        ...{ change, version, at, ...originOf(entry), via, action },
        fields: resource ? shownTo(access, who.role, resource, fields) : fields,
        canUndo: mayUndo(who, at, action, name, data),
      }
    })
  }

  const names = [...known.keys()]
  const query = createLogQuery(
    {
      actor: idParameter('actor', 'The id of the author'),
      resource: wordParameter('resource', names, 'The name of a resource'),
      record: idParameter('record', 'The id of one of the records'),
      via: wordParameter('via', VIAS, 'Where it came from'),
      undone: wordParameter('undone', ['true', 'false'], 'Whether it was undone'),
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
      const scope = access.logScope(who)
      const change = await auditLog.one(id, scope)
      // Admins may read a change whose entries are all gone.
      const isEmpty = async () =>
        hasAdminRole({ role: who.role }) && (await auditLog.one(id))?.counts.length === 0
      if (!change || (change.counts.length === 0 && !(await isEmpty())))
        throw notFound('This change does not exist.')
      const [[line], { entries, ...total }] = await Promise.all([
        linesOf([change], who),
        auditLog.entries(id, page, scope),
      ])
      if (!line) throw new Error('A change gave no line.')
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
          summary: `Read the history of one ${one}`,
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
          (resource.access.own || (await auditLog.named([{ resource: name, id }])).size === 0)
        if (isUnknown) throw notFound(`This ${one} does not exist.`)
        return {
          history: await historyLines(entries, who),
          pagination: paginationOf(page, total),
        }
      },
    )
  }
}
