import type { FastifyInstance, FastifyReply } from 'fastify'
import type * as z from 'zod'
import {
  applied,
  CHANGES_PATH,
  changeBodies,
  MOST_CHANGED,
  plan,
  undoBody,
  undone,
} from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { explainIssues, humanise } from '#model/words.ts'
import { authorOf, noteChange, whoOf } from '#server/http/authorise.ts'
import { answerSchema, bodySchema, schemaName } from '#server/http/json-schema.ts'
import { refusal } from '#server/http/query.ts'
import { invalid } from '#server/http/refusal.ts'
import { expectedVersions } from '#server/http/versions.ts'
import type { Who } from '#server/records/access.ts'
import { createListQuery } from '#server/records/list-query.ts'
import { createFieldMasks } from '#server/records/present.ts'
import { ID, IF_MATCH, type Item, NOTHING } from '#server/records/resource-routes.ts'
import type { Context } from '#server/services.ts'

const TAG = ['Changes']
const EXAMPLE_ID = '01993c5e-7b1a-7f00-8000-000000000000'
const DEACTIVATE = {
  resource: 'users',
  change: { action: 'update', values: { isActive: false } },
}

/** Plans, applies and undoes sets of changes. */
export function changeRoutes(app: FastifyInstance, context: Context): void {
  const { changes, registry, store, insight, access } = context
  const bodies = changeBodies(registry.map(({ name }) => name))
  const lists = new Map(
    registry.map((resource) => [
      resource.name,
      {
        query: createListQuery(resource, insight.zone, store.legacyChoices),
        maskFor: createFieldMasks(access, resource),
      },
    ]),
  )

  /** The ids of all records that a list's query leaves. Throws 400 when there are too many. */
  const idsOf = async (name: string, query: string, who: Who): Promise<string[]> => {
    const list = lists.get(name)
    if (!list) throw invalid(`There is no resource '${name}'.`)
    access.demand({ ...who, action: 'read', on: name })
    const { page, limit, ...asked } = Object.fromEntries(new URLSearchParams(query))
    const parsed = list.query.read(asked)
    list.maskFor(who.role)?.refuse(parsed)
    const scope = access.rowScope(who, name)
    const ids = await store.records(name).ids({ ...parsed, scope }, MOST_CHANGED + 1)
    if (ids.length > MOST_CHANGED)
      throw invalid(
        `These are more than ${MOST_CHANGED.toLocaleString('en')}. Narrow them down by a search or a filter.`,
      )
    return ids
  }

  app.post(
    `${CHANGES_PATH}/plan`,
    {
      config: { access: 'console' },
      schema: {
        ...{ tags: TAG, operationId: 'planChanges', summary: 'Say what changes would do' },
        description: 'Writes nothing. The digest binds the plan to its records and versions.',
        body: {
          ...bodySchema(bodies.plan),
          examples: [{ ...DEACTIVATE, query: 'search=ada&role=user' }],
        },
        response: { 200: { ...answerSchema(plan), description: 'What would become of each' } },
      },
    },
    async (request) => {
      const body = parsed(bodies.plan, request.body)
      const author = authorOf(request, 'list')
      if (!('query' in body)) return changes.plan(body, author)
      const { resource, change, query } = body
      const ids = await idsOf(resource, query, whoOf(request))
      return changes.plan({ resource, change, ids }, author)
    },
  )

  app.post(
    CHANGES_PATH,
    {
      config: { access: 'console', refuses: [409, 422] },
      schema: {
        ...{ tags: TAG, operationId: 'applyChanges', summary: 'Do what was planned' },
        description:
          'In one transaction: all, or all but the refused ones that are named. What others changed meanwhile is merged by field; where both changed the same it is left, and told.',
        body: {
          ...bodySchema(bodies.apply),
          examples: [{ ...DEACTIVATE, digest: '…', ids: [`${EXAMPLE_ID}@3`], without: [] }],
        },
        response: { 200: { ...answerSchema(applied), description: 'What was done' } },
      },
    },
    async (request, reply) => {
      const author = authorOf(request, viaOf(request.body))
      return withChangeHeader(
        reply,
        await changes.applyPlan(parsed(bodies.apply, request.body), author),
      )
    },
  )

  app.post<Item>(
    `${CHANGES_PATH}/:id/undo`,
    {
      config: { access: 'console', refuses: [409, 422] },
      schema: {
        ...{ tags: TAG, operationId: 'undoChange', summary: 'Take a change back' },
        description:
          'Field by field, as far as nobody changed it since and no rule stands against it; an undo can be taken back too. With `plan` it says what would happen, with `only` it takes back a part.',
        params: ID,
        body: { ...bodySchema(undoBody), examples: [{ plan: true }] },
        response: { 200: { ...answerSchema(undone), description: 'What became of each' } },
      },
    },
    async (request, reply) => {
      const author = authorOf(request, 'undo')
      const body = parsed(undoBody, request.body ?? {})
      return withChangeHeader(reply, await changes.undo(request.params.id, body, author))
    },
  )
}

/** Erases a record for good: for admins only, whatever other roles may delete. */
export function eraseRoutes(app: FastifyInstance, context: Context, resource: Resource): void {
  if (!resource.actions.includes('delete')) return
  const { name, title, label, api } = resource
  const [one, One] = [label.one.toLowerCase(), schemaName(resource)]
  app.delete<Item>(
    `${api.path}/:id/erase`,
    {
      config: { record: One, access: 'admins', confirm: true },
      schema: {
        ...{ tags: [title], operationId: `erase${One}`, summary: `Erase one ${one} for good` },
        description: `The ${one}, live or deleted, leaves the database with all that its history says of it. That it was there, who erased it and when stays. It cannot be taken back; to do it again changes nothing.`,
        ...{ params: ID, headers: IF_MATCH, response: { 204: NOTHING } },
      },
    },
    async (request, reply) => {
      const expected = expectedVersions(request.headers['if-match'])
      const author = authorOf(request, 'form')
      const change = await context.erasing.one(name, request.params.id, expected, author)
      if (change !== undefined) noteChange(reply, change)
      return reply.code(204).send()
    },
  )
}

/** A set of nothing but restores is noted as that. */
function viaOf(body: unknown): 'list' | 'restore' {
  const { change, items } = Object(body)
  const actions = Array.isArray(items)
    ? items.map((one) => Object(one).action)
    : [Object(change).action]
  return actions.every((action) => action === 'restore') ? 'restore' : 'list'
}

function withChangeHeader<Answer extends { id?: string }>(
  reply: FastifyReply,
  answer: Answer,
): Answer {
  if (answer.id !== undefined) noteChange(reply, answer.id)
  return answer
}

/** Parses a body. Throws 400 with a sentence for each issue. */
function parsed<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(body)
  if (success) return data
  throw refusal(explainIssues(deepest(error.issues), body, (path) => humanise(path) || 'The body'))
}

/** The issues of a union: those of the form that the body comes closest to. */
function deepest(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue]
    const ways = issue.errors.map((way) =>
      deepest(way).map((one) => ({ ...one, path: [...issue.path, ...one.path] })),
    )
    const [first, ...more] = ways.filter((way) => way.length > 0)
    if (!first) return [issue]
    return more.reduce((best, way) => (way.length < best.length ? way : best), first)
  })
}
