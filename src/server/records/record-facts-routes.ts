import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/api.ts'
import { SUBJECTS } from '#contract/events.ts'
import {
  idsFault,
  listFilters,
  MOST_IDS,
  MOST_PAGES,
  writeListQuery,
} from '#contract/list-query.ts'
import {
  LINE_STATES,
  MOST_NAMED,
  type PeopleAnswer,
  type PeopleLine,
  peopleAnswer,
  type Use,
  type UseCountsAnswer,
  type UsesAnswer,
  useCountsAnswer,
  usesAnswer,
} from '#contract/record-facts.ts'
import { filteredReference } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { whoOf } from '#server/http/authorise.ts'
import { answerSchema, asName, schemaName } from '#server/http/json-schema.ts'
import { createQuery, wholeNumber } from '#server/http/query.ts'
import { invalidParameter } from '#server/http/refusal.ts'
import type { Context } from '#server/services.ts'
import { demandReading, mayReadPath } from './access.ts'
import type { MayKnow, UsedBy } from './references.ts'
import { documentOf, ID, type Item, visibleRecord } from './resource-routes.ts'

/** Registers the routes that show where records are used and what learners do with them. */
export function recordFactRoutes(app: FastifyInstance, context: Context, resource: Resource): void {
  const { store, access } = context
  const { people } = context.insight
  const { name, label } = resource
  const { path } = resource.api
  const [one, many] = [label.one.toLowerCase(), label.many.toLowerCase()]
  const document = documentOf(resource)

  const mayKnow = (role: string): MayKnow => {
    return (from, at) => mayReadPath(access, role, from.name, at)
  }

  const countsQuery = createQuery({
    ids: z
      .string({ error: 'ids is required: up to 100 ids, separated by commas.' })
      .superRefine((text, at) => {
        const message = idsFault(text)
        if (message) at.addIssue({ code: 'custom', message: `ids ${message}.` })
      }),
  })
  app.get(
    `${path}/uses`,
    document('read', `count${asName(label.many)}Uses`, `Count the uses of ${many}`, {
      querystring: countsQuery.querystring,
      response: { 200: COUNTS },
    }),
    async (request): Promise<UseCountsAnswer> => {
      const ids = countsQuery.read(request.query).ids.split(',')
      const [counted, learners] = await Promise.all([
        store.references.countUses(store.pool, name, ids, undefined, mayKnow(whoOf(request).role)),
        people.learnersOf(name, ids),
      ])
      const counts = [...counted].map(([id, uses]) => ({
        _id: id,
        uses: Object.fromEntries(uses.map((use) => [use.resource, use.count])),
        ...(learners && { learners: learners.get(id) ?? 0 }),
      }))
      return { counts }
    },
  )

  const parts = people.partsOf(name)
  app.get<Item>(
    `${path}/:id/uses`,
    document('read', `get${schemaName(resource)}Uses`, `Get the uses of one ${one}`, {
      params: ID,
      response: { 200: USES },
    }),
    async (request): Promise<UsesAnswer> => {
      const { id } = request.params
      const who = whoOf(request)
      await visibleRecord(context, resource, who, id)
      const mayEndSessions =
        name === 'users' && access.decide({ ...who, action: 'update', on: name }).isAllowed
      const [found, counts, signIns] = await Promise.all([
        store.references.usedBy(name, id, MOST_IDS, mayKnow(who.role)),
        parts.length > 0 ? people.counts(name, id) : undefined,
        mayEndSessions ? store.sessions.listOf(id).then(({ length }) => length) : undefined,
      ])
      return {
        uses: found.uses.map((use) => toUse(use, id)),
        hasOthers: !found.isAll,
        ...(counts && { people: counts }),
        ...(signIns !== undefined && { signIns }),
      }
    },
  )

  if (parts.length === 0) return
  const query = createQuery({
    part: z
      .enum(parts, { error: `part must be one of ${parts.join(', ')}.` })
      .default(parts[0] ?? 'learners'),
    state: z
      .enum(LINE_STATES, { error: `state must be one of ${LINE_STATES.join(', ')}.` })
      .exactOptional(),
    page: wholeNumber('page', MOST_PAGES, 1),
    limit: wholeNumber('limit', MAX_PAGE_SIZE, PAGE_SIZE),
  })
  app.get<Item>(
    `${path}/:id/people`,
    document('read', `list${asName(label.one)}People`, `Get the learner activity of one ${one}`, {
      params: ID,
      querystring: query.querystring,
      response: { 200: PEOPLE },
    }),
    async (request): Promise<PeopleAnswer> => {
      const { part, state, page, limit } = query.read(request.query)
      if (state && part === 'timeline')
        throw invalidParameter('state', 'is not allowed for a timeline')
      const who = whoOf(request)
      const all = people.kindsOf(part)
      const kinds = all.filter((kind) => access.mayRead(who.role, SUBJECTS[kind]))
      const subjects = part === 'learners' ? ['users'] : all.map((kind) => SUBJECTS[kind])
      if (kinds.length === 0) demandReading(access, who.role, subjects)
      const { id } = request.params
      await visibleRecord(context, resource, who, id)
      const asked = { part, id, state, kinds, offset: (page - 1) * limit, limit }
      const { lines, total } = await people.lines(name, asked)
      return { lines: await withNames(context, lines), pagination: { page, limit, total } }
    },
  )
}

const COUNTS = { ...answerSchema(useCountsAnswer), description: 'The counts by id' }
const USES = { ...answerSchema(usesAnswer), description: 'The records that use it' }
const PEOPLE = { ...answerSchema(peopleAnswer), description: 'The lines, latest first' }

/** `query` lists all uses: by a declared filter, or by the ids if a list takes so many. */
function toUse({ resource, paths, total, records }: UsedBy, id: string): Use {
  const [path, second] = paths
  const filter = listFilters(resource).find(
    (one) => !second && filteredReference(resource, one.path)?.path === path,
  )
  const ids = records.map((record) => record.id)
  const query = filter ? { filters: { [filter.path]: id } } : ids.length === total && { ids }
  return {
    resource: resource.name,
    ...(!second && { path }),
    label: resource.label,
    total,
    records: records
      .slice(0, MOST_NAMED)
      .map(({ id, data }) => ({ _id: id, name: nameOf(resource, { ...data, _id: id, id }) })),
    ...(query && { query: writeListQuery(query) }),
  }
}

/** A line before the names of records are added. The line of a session has no record. */
type Line = Omit<PeopleLine, 'record'> & { resource?: string; id?: string }

/** Adds the names of records to the lines. */
async function withNames({ store }: Context, lines: readonly Line[]): Promise<PeopleLine[]> {
  const known = await store.references.named(
    lines.flatMap(({ resource, id }) => (resource && id ? { resource, id } : [])),
  )
  return lines.map(({ resource, id, ...line }) => {
    if (resource === undefined || id === undefined) return line
    const { name = '', isLive = false } = known.get(id) ?? {}
    return { ...line, record: { resource, _id: id, name, isLive } }
  })
}
