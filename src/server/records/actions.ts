import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import { canBeDone, type OwnAction } from '#model/actions.ts'
import { DeclarationError } from '#model/check/fault.ts'
import type { Resource } from '#model/resource.ts'
import type { Changes } from '#server/history/changes.ts'
import { type Author, authorOf, noteChange, ownerOf, roleOf } from '#server/http/authorise.ts'
import {
  asName,
  type JsonSchema,
  object,
  propertiesOf,
  schemaName,
} from '#server/http/json-schema.ts'
import { conflict, invalidParameter, tooMany } from '#server/http/refusal.ts'
import { expectedVersions } from '#server/http/versions.ts'
import type { Context, Store } from '#server/services.ts'
import { createListQuery } from './list-query.ts'
import { createRecordAnswer } from './present.ts'
import { ID, IF_MATCH, type Item, NOTHING } from './resource-routes.ts'
import type { Data, Stored } from './shape.ts'

/** `changes` writes other records. */
type Given = { author: Author; changes: Changes; store: Store }

/** The server function of a row action. To refuse, it throws an error of http/refusal.ts. */
export type RowAction = (
  given: Given & {
    /** The stored record, for which `when` holds. */
    record: Stored
    /** Changes values of the record, with version, history and Recent Activity. Throws if `when` no longer holds. */
    update(values: Data): Promise<Stored>
  },
) => Promise<unknown>

/** The server function of a list action. */
export type ListAction = (
  given: Given & {
    /** The records of the query whose `when` holds. */
    records: readonly Stored[]
    /** Changes values of each record: of all, or of none. */
    update(valuesOf: (record: Stored) => Data): Promise<Stored[]>
  },
) => Promise<unknown>

/** The exports of the modules in src/server/records/actions, by page and name. */
export type ActionTable = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Throws a DeclarationError for each declared action without a function and each function without an action. */
export function checkActions(registry: readonly Resource[], table: ActionTable): void {
  const fileOf = (page: string) => `src/server/records/actions/${page}.ts`
  const known = new Map(
    registry.map(({ file, page, rowActions, listActions }) => {
      const own = [...rowActions, ...listActions].filter(({ shown }) => shown === undefined)
      return [page, { file, names: own.map(({ name }) => name) }] as const
    }),
  )
  const without = [...known].flatMap(([page, { file, names }]) =>
    names
      .filter((name) => typeof table[page]?.[name] !== 'function')
      .map((name) => ({
        ...{ file, at: `action '${name}'`, what: 'no function implements it' },
        fix: `export const ${name} from ${fileOf(page)}, and list that file in src/server/records/actions/index.ts`,
      })),
  )
  const unnamed = Object.entries(table).flatMap(([page, module]) =>
    Object.keys(module)
      .filter((name) => !known.get(page)?.names.includes(name))
      .map((name) => ({
        ...{ file: fileOf(page), at: name, what: 'no declared action has this name' },
        fix: `declare it in src/resources/${page}.ts, like rowActions: (action) => [action('${name}', …)], or remove it`,
      })),
  )
  if (without.length + unnamed.length > 0) throw new DeclarationError([...without, ...unnamed])
}

const MOST_AT_ONCE = 1000
const PAGES = ['page', 'limit', 'sort']
const COUNT = object({ count: { type: 'integer' } })
const DONE = { ...COUNT, description: 'The number of changed records' }

/** Registers the routes of a resource's declared actions. */
export function actionRoutes(app: FastifyInstance, context: Context, resource: Resource): void {
  const { listActions, label, name: on } = resource
  const rowActions = resource.rowActions.filter(({ shown }) => shown === undefined)
  if (rowActions.length + listActions.length === 0) return
  const { store, changes, insight, access } = context
  const { records, presenter, maskFor } = changes.contextOf(on)
  const functions = context.actions[resource.page] ?? {}
  const answer = createRecordAnswer(presenter, maskFor)
  const { path } = resource.api
  const [One, Many] = [schemaName(resource), asName(label.many)]
  const [one, many] = [label.one.toLowerCase(), label.many.toLowerCase()]
  const document = (
    operationId: string,
    { label: summary, when }: OwnAction,
    schema: JsonSchema,
    description: string,
  ): RouteShorthandOptions => ({
    config: { record: One, access: { action: 'update', on } },
    schema: {
      ...{ tags: [resource.title], operationId, summary, ...schema },
      description: when ? `${description} Not available for every ${one}.` : description,
    },
  })
  const shown = { $ref: `${One}#`, description: `The ${one} as it is now` }
  const guardOf =
    (action: OwnAction) =>
    async (record: Stored): Promise<void> => {
      if (action.when === undefined || canBeDone(action, await presenter.one(record))) return
      throw conflict(
        action.otherwise ?? `This action is not available for this ${one} in its current state.`,
      )
    }

  for (const action of rowActions)
    app.post<Item>(
      `${path}/:id/${action.segment}`,
      document(
        `${action.name}${One}`,
        action,
        { params: ID, headers: IF_MATCH, response: { 200: shown, 204: NOTHING } },
        `Needs no body. Returns the ${one}, or 204 if the action removed it.`,
      ),
      async (request, reply) => {
        const expected = expectedVersions(request.headers['if-match'])
        const author = authorOf(request, 'action')
        let { id } = request.params
        let change = await changes.again(author)
        if (change === undefined) {
          const record = await changes.latest(on, id, expected, author)
          id = record.id
          const guard = guardOf(action)
          await guard(record)
          const act = functions[action.name] as RowAction
          await act({
            ...{ author, changes, store, record },
            async update(values) {
              const write = { resource: on, action: 'update', id, values, expected, guard } as const
              const [changed] = await changes.apply([write], author)
              change = changed?.change ?? change
              return changed ?? record
            },
          })
        }
        noteChange(reply, change)
        const record = await records.get(id)
        return record ? answer(request, reply, record) : reply.code(204).send()
      },
    )

  const list = createListQuery(resource, insight.zone, store.legacyChoices)
  const { page: _page, limit: _limit, sort: _sort, ...properties } = propertiesOf(list.querystring)
  const querystring = { ...list.querystring, properties }
  for (const action of listActions)
    app.post(
      `${path}/${action.segment}`,
      document(
        `${action.name}${Many}`,
        action,
        { querystring, response: { 200: DONE } },
        `Needs no body. Applies to all ${many} that match the query, at most ${MOST_AT_ONCE}.`,
      ),
      async (request, reply) => {
        const asked = Object(request.query) as Record<string, unknown>
        for (const name of PAGES)
          if (name in asked)
            throw invalidParameter(
              name,
              'is not allowed: the action applies to all matching records',
            )
        const query = list.read(asked)
        const author = authorOf(request, 'action')
        const role = roleOf(ownerOf(request))
        maskFor(role)?.refuse(query)
        const { rows } = await records.list({ ...query, offset: 0, limit: MOST_AT_ONCE + 1 })
        if (rows.length > MOST_AT_ONCE) throw tooMany(MOST_AT_ONCE)
        const rowsShown = await presenter.all(rows)
        const mayChange = (record: Data) =>
          access.decide({ role, action: 'update', on, record }).isAllowed
        const chosen = rows.filter(
          ({ data }, index) => mayChange(data) && canBeDone(action, rowsShown[index] ?? {}),
        )
        if (chosen.length === 0) return { count: 0 }
        const guard = guardOf(action)
        const act = functions[action.name] as ListAction
        let change: string | undefined
        await act({
          ...{ author, changes, store, records: chosen },
          async update(valuesOf) {
            const changed = await changes.apply(
              chosen.map((record) => ({
                ...{ resource: on, action: 'update', id: record.id, guard },
                values: valuesOf(record),
              })),
              author,
            )
            change = changed[0]?.change ?? change
            return changed
          },
        })
        noteChange(reply, change)
        return { count: chosen.length }
      },
    )
}
