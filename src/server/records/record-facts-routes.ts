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
import type { Line } from '#server/analytics/people.ts'
import { ownerOf, roleOf, whoOf } from '#server/http/authorise.ts'
import { answerSchema, asName, type JsonSchema, schemaName } from '#server/http/json-schema.ts'
import { createQuery } from '#server/http/query.ts'
import { invalidParameter, notFound } from '#server/http/refusal.ts'
import type { Context } from '#server/services.ts'
import { demandReading, mayReadPath, type Who } from './access.ts'
import type { MayKnow, UsedBy } from './references.ts'
import { ID, type Item } from './resource-routes.ts'
import type { Data } from './shape.ts'

/** Routes for where records are used, and what learners do with them (REC-01, REC-02, LIST-11). */
export function recordFactRoutes(app: FastifyInstance, context: Context, resource: Resource): void {
  const { store, insight, access, registry } = context
  const { name, label } = resource
  const { path } = resource.api
  const [one, many] = [label.one.toLowerCase(), label.many.toLowerCase()]
  const parts = insight.people.partsOf(name)
  const document = (operationId: string, summary: string, schema: JsonSchema) => ({
    config: { record: schemaName(resource), access: { action: 'read', on: name } as const },
    schema: { tags: [resource.title], operationId, summary, ...schema },
  })

  const mayKnow =
    (role: string): MayKnow =>
    (from, at) =>
      mayReadPath(access, role, from.name, at)

  /** The number of live sessions of a user; undefined for other records and for those who may not change users. */
  const signInsOf = (who: Who, id: string): Promise<number> | undefined =>
    name === 'users' && access.decide({ ...who, action: 'update', on: name }).isAllowed
      ? store.sessions.listOf(id).then(({ length }) => length)
      : undefined

  const demandRecord = async (who: Who, id: string): Promise<void> => {
    const record = await store.records(name).get(id)
    const question = { ...who, action: 'read', on: name, record: record?.data } as const
    if (!(record && access.decide(question).isAllowed))
      throw notFound(`This ${one} does not exist, or was deleted.`)
  }

  const countsQuery = createQuery({
    ids: z
      .string({ error: 'ids is required: up to 100 ids with commas between.' })
      .superRefine((text, at) => {
        const message = idsFault(text)
        if (message) at.addIssue({ code: 'custom', message: `ids ${message}.` })
      }),
  })
  app.get(
    `${path}/uses`,
    document(`count${asName(label.many)}Uses`, `How often some ${many} are used`, {
      querystring: countsQuery.querystring,
      response: { 200: COUNTS },
    }),
    async (request): Promise<UseCountsAnswer> => {
      const ids = countsQuery.read(request.query).ids.split(',')
      const [uses, learners] = await Promise.all([
        store.references.countUses(name, ids, mayKnow(roleOf(ownerOf(request)))),
        insight.people.learnersOf(name, ids),
      ])
      return {
        counts: [...uses].map(([id, counted]) => ({
          _id: id,
          uses: counted,
          ...(learners && { learners: learners.get(id) ?? 0 }),
        })),
      }
    },
  )

  app.get<Item>(
    `${path}/:id/uses`,
    document(`get${schemaName(resource)}Uses`, `Where one ${one} is used`, {
      params: ID,
      response: { 200: USES },
    }),
    async (request): Promise<UsesAnswer> => {
      const { id } = request.params
      const who = whoOf(request)
      await demandRecord(who, id)
      const [found, people, signIns] = await Promise.all([
        store.references.usedBy(name, id, MOST_IDS, mayKnow(who.role)),
        parts.length > 0 ? insight.people.counts(name, id) : undefined,
        signInsOf(who, id),
      ])
      return {
        uses: found.uses.map((use) => toUse(use, id)),
        hasOthers: !found.isAll,
        ...(people && { people }),
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
    page: whole('page', MOST_PAGES, 1),
    limit: whole('limit', MAX_PAGE_SIZE, PAGE_SIZE),
  })
  app.get<Item>(
    `${path}/:id/people`,
    document(`list${asName(label.one)}People`, `What learners do with one ${one}`, {
      params: ID,
      querystring: query.querystring,
      response: { 200: PEOPLE },
    }),
    async (request): Promise<PeopleAnswer> => {
      const { part, state, page, limit } = query.read(request.query)
      if (state && part === 'timeline')
        throw invalidParameter('state', 'is not known of a timeline')
      const who = whoOf(request)
      const all = insight.people.kindsOf(part)
      const kinds = all.filter((kind) => access.mayRead(who.role, SUBJECTS[kind]))
      if (part === 'learners') demandReading(access, who.role, ['users'])
      else if (kinds.length === 0)
        demandReading(
          access,
          who.role,
          all.map((kind) => SUBJECTS[kind]),
        )
      const { id } = request.params
      await demandRecord(who, id)
      const asked = { part, id, state, kinds, offset: (page - 1) * limit, limit }
      const { lines, total } = await insight.people.lines(name, asked)
      return { lines: await withNames(lines), pagination: { page, limit, total } }
    },
  )

  /** Adds the names of records to the lines, with one query for each resource. */
  const withNames = async (lines: readonly Line[]): Promise<PeopleLine[]> => {
    const names = [...new Set(lines.flatMap(({ resource: of }) => of ?? []))]
    const known = new Map(
      await Promise.all(
        names.map(async (of) => {
          const ids = lines.flatMap((line) => (line.resource === of && line.id) || [])
          return [of, await store.references.named(of, ids)] as const
        }),
      ),
    )
    return lines.map(({ resource: of, id, ...line }) => {
      if (of === undefined || id === undefined) return line
      const record = known.get(of)?.get(id)
      const from = registry.find((other) => other.name === of)
      const recordName = record && from ? nameIn(from, id, record.data) : ''
      return {
        ...line,
        record: { resource: of, _id: id, name: recordName, isLive: record?.isLive === true },
      }
    })
  }
}

const COUNTS = { ...answerSchema(useCountsAnswer), description: 'The counts of each' }
const USES = { ...answerSchema(usesAnswer), description: 'Where it is used' }
const PEOPLE = { ...answerSchema(peopleAnswer), description: 'The lines, the latest first' }

function whole(name: string, most: number, otherwise: number) {
  const error = `${name} must be a whole number from 1 to ${most}.`
  return z.coerce.number({ error }).int(error).min(1, error).max(most, error).default(otherwise)
}

function toUse({ resource, paths, total, records }: UsedBy, id: string): Use {
  const query = queryFor(resource, paths, id, total, records)
  return {
    resource: resource.name,
    ...(paths.length === 1 && { path: paths[0] }),
    label: resource.label,
    total,
    records: records
      .slice(0, MOST_NAMED)
      .map((record) => ({ _id: record.id, name: nameIn(resource, record.id, record.data) })),
    ...(query && { query }),
  }
}

/** Returns the list query for all uses: by a declared filter, or by the ids if a list takes so many. */
function queryFor(
  resource: Resource,
  paths: readonly string[],
  id: string,
  total: number,
  records: UsedBy['records'],
): string | undefined {
  const filter = listFilters(resource).find(
    ({ path }) => paths.length === 1 && filteredReference(resource, path)?.path === paths[0],
  )
  if (filter) return writeListQuery({ filters: { [filter.path]: id } })
  return total <= records.length ? writeListQuery({ ids: records.map((one) => one.id) }) : undefined
}

function nameIn(resource: Resource, id: string, data: Data): string {
  return nameOf(resource, { ...data, _id: id, id })
}
