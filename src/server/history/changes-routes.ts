import type { FastifyInstance } from 'fastify'
import {
  applied,
  CHANGES_PATH,
  type ChangeDetail,
  type ChangeLine,
  type ChangePage,
  changeBodies,
  changeDetail,
  changePage,
  type EntryAction,
  ERASED_PERSON,
  erasedName,
  type HistoryLine,
  type HistoryPage,
  historyPage,
  MOST_CHANGED,
  plan,
  undoBody,
  undone,
  VIAS,
} from '#contract/changes.ts'
import { fieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import { authorOf, noteChange, whoOf } from '#server/http/authorise.ts'
import { answerSchema, bodySchema, type JsonSchema, schemaName } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/query.ts'
import { notFound, tooMany } from '#server/http/refusal.ts'
import { expectedVersions } from '#server/http/versions.ts'
import { hasAdminRole, type Who } from '#server/records/access.ts'
import { createListQuery } from '#server/records/list-query.ts'
import { nameFor, shownTo } from '#server/records/present.ts'
import { documentOf, ID, IF_MATCH, type Item, NOTHING } from '#server/records/resource-routes.ts'
import { type Data, isId } from '#server/records/shape.ts'
import type { Context } from '#server/services.ts'
import type { HistoryEntry, LoggedChange } from './audit-log.ts'
import { createLogQuery, idParameter, paginationOf, wordParameter } from './log-query.ts'

const EXAMPLE_ID = '01993c5e-7b1a-7f00-8000-000000000000'
const DEACTIVATE = {
  resource: 'users',
  change: { action: 'update', values: { isActive: false } },
}

const document = (
  operationId: string,
  summary: string,
  { refuses, ...schema }: JsonSchema & { refuses?: (409 | 422)[] },
) => ({
  config: { access: 'console', ...(refuses && { refuses }) } as const,
  schema: { tags: ['Changes'], operationId, summary, ...schema },
})
const answers = (schema: Parameters<typeof answerSchema>[0], description: string) => ({
  200: { ...answerSchema(schema), description },
})

/** Registers the routes that plan, apply and undo sets of changes. */
export function changeRoutes(app: FastifyInstance, context: Context): void {
  const { changes, registry, store, insight, access } = context
  const bodies = changeBodies(registry.map(({ name }) => name))
  const lists = new Map(
    registry.map((one) => [one.name, createListQuery(one, insight.zone, store.legacyChoices)]),
  )

  /** Returns the ids of all records that match a list's query. Throws 400 if there are too many. */
  const idsOf = async (name: string, query: string, who: Who): Promise<string[]> => {
    const { records, maskFor } = changes.contextOf(name)
    const list = lists.get(name)
    if (!list) return []
    access.demand({ ...who, action: 'read', on: name })
    const { page, limit, ...asked } = Object.fromEntries(new URLSearchParams(query))
    const parsed = list.read(asked)
    maskFor(who.role)?.refuse(parsed)
    const scope = access.rowScope(who, name)
    const ids = await records.ids({ ...parsed, scope }, MOST_CHANGED + 1)
    if (ids.length > MOST_CHANGED) throw tooMany(MOST_CHANGED)
    return ids
  }

  app.post(
    `${CHANGES_PATH}/plan`,
    document('planChanges', 'Preview a set of changes', {
      description:
        'Writes nothing. Apply the plan with the digest, which covers its records and versions.',
      body: {
        ...bodySchema(bodies.plan),
        examples: [{ ...DEACTIVATE, query: 'search=ada&role=user' }],
      },
      response: answers(plan, 'The effect on each record'),
    }),
    async (request) => {
      const body = readBody(bodies.plan, request.body)
      const author = authorOf(request, 'list')
      if (!('query' in body)) return changes.plan(body, author)
      const { resource, change, query } = body
      const ids = await idsOf(resource, query, whoOf(request))
      return changes.plan({ resource, change, ids }, author)
    },
  )

  app.post(
    CHANGES_PATH,
    document('applyChanges', 'Apply a plan', {
      refuses: [409, 422],
      description:
        'Applies all changes in one transaction, or all except the refused ones that `without` names. Merges, field by field, what other users changed in between. Skips and lists records where another user changed the same field.',
      body: {
        ...bodySchema(bodies.apply),
        examples: [{ ...DEACTIVATE, digest: '…', ids: [`${EXAMPLE_ID}@3`], without: [] }],
      },
      response: answers(applied, 'The counts, and the skipped records'),
    }),
    async (request, reply) => {
      const author = authorOf(request, viaOf(request.body))
      const answer = await changes.applyPlan(readBody(bodies.apply, request.body), author)
      noteChange(reply, answer.id)
      return answer
    },
  )

  app.post<Item>(
    `${CHANGES_PATH}/:id/undo`,
    document('undoChange', 'Undo a change', {
      refuses: [409, 422],
      description:
        'Undoes the fields that were not changed since, unless a rule forbids it. An undo can be undone. `plan` previews it. `only` limits it to some records or fields.',
      params: ID,
      body: { ...bodySchema(undoBody), examples: [{ plan: true }] },
      response: answers(undone, 'The effect on each record'),
    }),
    async (request, reply) => {
      const author = authorOf(request, 'undo')
      const body = readBody(undoBody, request.body ?? {})
      const answer = await changes.undo(request.params.id, body, author)
      noteChange(reply, answer.id)
      return answer
    },
  )
}

/** The action that a caller must be allowed to do in order to undo each action. */
const UNDOING = { create: 'delete', update: 'update', delete: 'delete', restore: 'delete' } as const

const DAY_MS = 86_400_000

/**
 * Registers the routes of the audit log: changes, the records of one change, and the history of each record. They omit
 * hidden keys and records that the caller may not read.
 */
export function auditLogRoutes(app: FastifyInstance, context: Context): void {
  const { registry, access, config, insight } = context
  const { auditLog, references } = context.store
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

  /** Returns a function that names the author of a change: a user, also a deleted one, a token, or the provider. */
  const authorsOf = async (heads: readonly Pick<LoggedChange, 'actorId'>[]) => {
    const authors = await references.authors(heads.map(({ actorId }) => actorId))
    return ({ actorId: id, via }: Pick<LoggedChange, 'actorId' | 'via'>) => {
      if (id !== null) return { by: { id, name: authors.get(id)?.name ?? ERASED_PERSON } }
      return via === 'sign-on' && config.signOn ? { provider: config.signOn.name } : {}
    }
  }

  const linesOf = async (changes: readonly LoggedChange[], who: Who): Promise<ChangeLine[]> => {
    const [originOf, named] = await Promise.all([
      authorsOf(changes),
      references.named(changes.flatMap(({ records }) => records)),
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

  const historyLines = async (entries: HistoryEntry[], who: Who): Promise<HistoryLine[]> => {
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
      via: wordParameter('via', VIAS, 'How the change was made'),
      undone: wordParameter('undone', ['true', 'false'], 'Whether it was undone'),
    },
    insight.zone,
  )
  const pages = createLogQuery({})

  app.get(
    CHANGES_PATH,
    document('listChanges', 'List changes', {
      description: 'Latest first. Includes only changes of records that your role may read.',
      querystring: query.querystring,
      response: answers(changePage, 'The matching changes'),
    }),
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
    document('getChange', 'Get a change and its records', {
      params: ID,
      querystring: pages.querystring,
      response: answers(changeDetail, 'The change, with a page of its records'),
    }),
    async (request): Promise<ChangeDetail> => {
      const page = pages.read(request.query)
      const { id } = request.params
      const who = whoOf(request)
      const scope = access.logScope(who)
      const change = await auditLog.one(id, scope)
      // Admins can read a change that has no entries left.
      const isEmpty = async () =>
        hasAdminRole({ role: who.role }) && (await auditLog.one(id))?.counts.length === 0
      if (!change || (change.counts.length === 0 && !(await isEmpty())))
        throw notFound('This change does not exist.')
      const [[line], { entries, ...total }] = await Promise.all([
        linesOf([change], who),
        auditLog.entries(id, page, scope),
      ])
      if (!line) throw new Error('The change has no entry in the audit log.')
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
    const { name, label, api } = resource
    const one = label.one.toLowerCase()
    app.get<Item>(
      `${api.path}/:id/history`,
      documentOf(resource)(
        'read',
        `get${schemaName(resource)}History`,
        `Get the history of one ${one}`,
        {
          params: ID,
          querystring: pages.querystring,
          response: answers(historyPage, 'The versions, latest first'),
        },
      ),
      async (request): Promise<HistoryPage> => {
        const page = pages.read(request.query)
        const { id } = request.params
        const who = whoOf(request)
        if (!isId(id)) throw notFound(`This ${one} does not exist.`)
        const { entries, ...total } = await auditLog.history(name, id, page, access.logScope(who))
        // Sample data has no entries.
        const isUnknown =
          total.total === 0 &&
          (resource.access.own || (await references.named([{ resource: name, id }])).size === 0)
        if (isUnknown) throw notFound(`This ${one} does not exist.`)
        return {
          history: await historyLines(entries, who),
          pagination: paginationOf(page, total),
        }
      },
    )
  }
}

/** Registers the route that erases a record permanently. Only admins may call it, even if other roles may delete. */
export function eraseRoutes(app: FastifyInstance, context: Context, resource: Resource): void {
  if (!resource.actions.includes('delete')) return
  const { name, title, label, api } = resource
  const [one, One] = [label.one.toLowerCase(), schemaName(resource)]
  app.delete<Item>(
    `${api.path}/:id/erase`,
    {
      config: { record: One, access: 'admins', confirm: true },
      schema: {
        ...{ tags: [title], operationId: `erase${One}`, summary: `Erase one ${one} permanently` },
        description: `Removes the ${one}, deleted or not, and its values in the history from the database. Keeps its id, who erased it and when. This cannot be undone. It is safe to repeat.`,
        ...{ params: ID, headers: IF_MATCH, response: { 204: NOTHING } },
      },
    },
    async (request, reply) => {
      const expected = expectedVersions(request.headers['if-match'])
      const author = authorOf(request, 'form')
      noteChange(reply, await context.erasing.one(name, request.params.id, expected, author))
      return reply.code(204).send()
    },
  )
}

function viaOf(body: unknown): 'list' | 'restore' {
  const { change, items } = Object(body)
  const actions = Array.isArray(items)
    ? items.map((one) => Object(one).action)
    : [Object(change).action]
  return actions.every((action) => action === 'restore') ? 'restore' : 'list'
}
