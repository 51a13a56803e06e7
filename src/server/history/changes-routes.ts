import type { FastifyInstance, FastifyReply } from 'fastify'
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
import { authorOf, noteChange, whoOf } from '#server/http/authorise.ts'
import { answerSchema, bodySchema, schemaName } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/query.ts'
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

  /** Returns the ids of all records that match a list's query. Throws 400 when there are too many. */
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
        ...{ tags: TAG, operationId: 'planChanges', summary: 'Preview a set of changes' },
        description: 'Writes nothing. The digest binds the plan to its records and versions.',
        body: {
          ...bodySchema(bodies.plan),
          examples: [{ ...DEACTIVATE, query: 'search=ada&role=user' }],
        },
        response: { 200: { ...answerSchema(plan), description: 'The effect on each record' } },
      },
    },
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
    {
      config: { access: 'console', refuses: [409, 422] },
      schema: {
        ...{ tags: TAG, operationId: 'applyChanges', summary: 'Apply a plan' },
        description:
          'Applies all changes in one transaction, or all but the refused ones that `without` names. Merges what others changed meanwhile by field. Skips and lists records whose same field was changed.',
        body: {
          ...bodySchema(bodies.apply),
          examples: [{ ...DEACTIVATE, digest: '…', ids: [`${EXAMPLE_ID}@3`], without: [] }],
        },
        response: {
          200: { ...answerSchema(applied), description: 'The counts, and the skipped records' },
        },
      },
    },
    async (request, reply) => {
      const author = authorOf(request, viaOf(request.body))
      return withChangeHeader(
        reply,
        await changes.applyPlan(readBody(bodies.apply, request.body), author),
      )
    },
  )

  app.post<Item>(
    `${CHANGES_PATH}/:id/undo`,
    {
      config: { access: 'console', refuses: [409, 422] },
      schema: {
        ...{ tags: TAG, operationId: 'undoChange', summary: 'Undo a change' },
        description:
          'Undoes fields that nobody changed since, unless a rule forbids it. An undo can be undone, too. `plan` previews it, `only` limits it to some records or fields.',
        params: ID,
        body: { ...bodySchema(undoBody), examples: [{ plan: true }] },
        response: { 200: { ...answerSchema(undone), description: 'The effect on each record' } },
      },
    },
    async (request, reply) => {
      const author = authorOf(request, 'undo')
      const body = readBody(undoBody, request.body ?? {})
      return withChangeHeader(reply, await changes.undo(request.params.id, body, author))
    },
  )
}

/** Erases a record permanently: for admins only, whatever other roles may delete. */
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
        description: `Removes the ${one}, live or deleted, and its values in the history from the database. Its id, who erased it and when stay. This cannot be undone. It is safe to repeat.`,
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

/** Returns 'restore' for a set of restores only. */
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
