import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/api.ts'
import { SUBJECTS } from '#contract/events.ts'
import { listFilters, MOST_IDS, MOST_PAGES, writeListQuery } from '#contract/list-query.ts'
import {
  LINE_STATES,
  MOST_NAMED,
  type PeopleAnswer,
  type PeopleLine,
  peopleAnswer,
  type Use,
  type UsesAnswer,
  usesAnswer,
} from '#contract/record-facts.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { Line } from '#server/analytics/people.ts'
import { whoOf } from '#server/http/authorise.ts'
import { answerSchema, asName, schemaName } from '#server/http/json-schema.ts'
import { createQuery } from '#server/http/query.ts'
import { invalidParameter, notFound } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { demandReading, keyOf, type Who } from './access.ts'
import { ID, type Item } from './resource-routes.ts'
import { type Data, filteredReference } from './shape.ts'
import type { UsedBy } from './used-by.ts'

/** Where a record is used, and what learners do with it (REC-01, REC-02). */
export function recordFactRoutes(app: FastifyInstance, context: Context, resource: Resource): void {
  const { store, insight, access, registry } = context
  const { name, label } = resource
  const { path } = resource.api
  const One = schemaName(resource)
  const one = label.one.toLowerCase()
  const parts = insight.people.partsOf(name)
  const document = (operationId: string, summary: string) => ({
    config: { record: One, access: { action: 'read', on: name } as const },
    schema: { tags: [resource.title], operationId, summary, params: ID },
  })
  /** How many sessions a change of this one ends; undefined where none does, or for whom it is not to know. */
  const signInsOf = (who: Who, id: string): Promise<number> | undefined =>
    name === 'users' && access.decide({ ...who, action: 'update', on: name }).isAllowed
      ? store.sessions.countOf(id)
      : undefined
  const demandRecord = async (who: Who, id: string): Promise<void> => {
    const record = await store.records(name).get(id)
    if (
      !(
        record && access.decide({ ...who, action: 'read', on: name, record: record.data }).isAllowed
      )
    )
      throw notFound(`This ${one} does not exist, or was deleted.`)
  }

  const uses = document(`get${One}Uses`, `Where one ${one} is used`)
  app.get<Item>(
    `${path}/:id/uses`,
    { ...uses, schema: { ...uses.schema, response: { 200: USES } } },
    async (request): Promise<UsesAnswer> => {
      const { id } = request.params
      const who = whoOf(request)
      const { role } = who
      await demandRecord(who, id)
      const mayKnow = (from: Resource, at: string): boolean => {
        const hidden = access.limitsOf(role, from.name)?.hidden ?? []
        return access.mayRead(role, from.name) && !hidden.includes(keyOf(at))
      }
      const [found, people, signIns] = await Promise.all([
        store.references.usedBy(name, id, MOST_IDS, mayKnow),
        parts.length > 0 ? insight.people.counts(name, id) : undefined,
        signInsOf(who, id),
      ])
      return {
        uses: found.uses.map((use) => told(use, id)),
        hasOthers: !found.isAll,
        ...(people && { people }),
        ...(signIns !== undefined && { signIns }),
      }
    },
  )

  if (parts.length === 0) return
  const words = document(`list${asName(label.one)}People`, `What learners do with one ${one}`)
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
    {
      ...words,
      schema: { ...words.schema, querystring: query.querystring, response: { 200: PEOPLE } },
    },
    async (request): Promise<PeopleAnswer> => {
      const { part, state, page, limit } = query.read(request.query)
      if (state && part === 'timeline')
        throw invalidParameter('state', 'is not known of a timeline')
      const who = whoOf(request)
      const { role } = who
      const all = insight.people.kindsOf(part)
      const kinds = all.filter((kind) => access.mayRead(role, SUBJECTS[kind]))
      if (part === 'learners') demandReading(access, role, ['users'])
      else if (kinds.length === 0)
        demandReading(
          access,
          role,
          all.map((kind) => SUBJECTS[kind]),
        )
      const { id } = request.params
      await demandRecord(who, id)
      const asked = { part, id, state, kinds, offset: (page - 1) * limit, limit }
      const { lines, total } = await insight.people.lines(name, asked)
      return { lines: await named(lines), pagination: { page, limit, total } }
    },
  )

  /** The lines with the names of their records: one query for each resource that occurs. */
  const named = async (lines: readonly Line[]): Promise<PeopleLine[]> => {
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
      const is = record && from ? calledIn(from, id, record.data) : ''
      return {
        ...line,
        record: { resource: of, _id: id, name: is, isLive: record?.isLive === true },
      }
    })
  }
}

const USES = { ...answerSchema(usesAnswer), description: 'Where it is used' }
const PEOPLE = { ...answerSchema(peopleAnswer), description: 'The lines, the latest first' }

function whole(name: string, most: number, otherwise: number) {
  const error = `${name} must be a whole number from 1 to ${most}.`
  return z.coerce.number({ error }).int(error).min(1, error).max(most, error).default(otherwise)
}

function told({ resource, label, paths, total, records }: UsedBy, id: string): Use {
  const query = queryFor(resource, paths, id, total, records)
  return {
    resource: resource.name,
    ...(paths.length === 1 && { path: paths[0] }),
    label,
    total,
    records: records
      .slice(0, MOST_NAMED)
      .map((record) => ({ _id: record.id, name: calledIn(resource, record.id, record.data) })),
    ...(query && { query }),
  }
}

/** By a filter where one is declared, else by the ids, as long as a list takes so many. */
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

function calledIn(resource: Resource, id: string, data: Data): string {
  return nameOf(resource, { ...data, _id: id, id })
}
