import { canBeDone, type OwnAction } from '#model/actions.ts'
import { DeclarationError, type FileFault } from '#model/check/fault.ts'
import type { Resource } from '#model/resource.ts'
import type { Changes } from '#server/history/changes.ts'
import type { Expected } from '#server/history/plan.ts'
import type { Author } from '#server/http/authorise.ts'
import { conflict, invalid } from '#server/http/refusal.ts'
import type { Store } from '#server/store.ts'
import type { AccessRules } from './access.ts'
import type { HookTable } from './hooks/hooks.ts'
import { createPresenter, type Presenter } from './present.ts'
import type { Data, Stored } from './shape.ts'

interface Given {
  author: Author
  /** For whatever else is written: all records are, by this alone. */
  changes: Changes
  store: Store
}

/** The server half of a row action: refuses by throwing one of http/refusal.ts. */
export type RowAction = (
  given: Given & {
    /** As it is stored; its `when` holds. */
    record: Stored
    /** Lays these values over the record, with version, history and Recent Activity. Refuses when `when` holds no more. */
    update(values: Data): Promise<Stored>
  },
) => Promise<unknown>

/** The server half of a list action. */
export type ListAction = (
  given: Given & {
    /** Those that were asked for and whose `when` holds. */
    records: readonly Stored[]
    /** Lays values over each of them: all are changed, or none. */
    update(valuesOf: (record: Stored) => Data): Promise<Stored[]>
  },
) => Promise<unknown>

/** What the modules of src/server/actions export, by page and name. */
export type ActionTable = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** With so many records a list action is done at once. */
export const MOST_AT_ONCE = 1000

export type Actions = ReturnType<typeof createActions>

/** Runs the declared actions: finds the records, asks `when`, and hands over to the function of that name. */
export function createActions(
  store: Store,
  changes: Changes,
  hooks: HookTable,
  table: ActionTable,
  access: AccessRules,
) {
  const subjectOf = (resource: Resource) => ({
    presenter: createPresenter(store, resource, hooks[resource.name]),
    records: store.records(resource.name),
  })

  return {
    /** Gives the record as it is afterwards, undefined when it is gone, and the change that made it so. Refuses as a change does, and what `when` refuses. */
    async one(
      resource: Resource,
      action: OwnAction,
      id: string,
      expected: Expected,
      author: Author,
    ): Promise<{ record: Stored | undefined; change?: string }> {
      const { presenter, records } = subjectOf(resource)
      const guard = guardOf(resource, action, presenter)
      const again = await changes.again(author)
      if (again) return { record: await records.get(id), change: again }
      const record = await changes.latest(resource.name, id, expected, author)
      let last: string | undefined
      await guard(record)
      await functionOf<RowAction>(
        table,
        resource,
        action,
      )({
        ...{ author, changes, store, record },
        async update(body) {
          const change = { action: 'update', id: record.id, body, expected, guard } as const
          const [changed] = await changes.apply([{ resource: resource.name, ...change }], author)
          last = changed?.change ?? last
          return changed ?? record
        },
      })
      return { record: await records.get(record.id), ...(last !== undefined && { change: last }) }
    },

    /** Gives with how many it was done, and the change that did it. Refuses more than MOST_AT_ONCE. */
    async many(
      resource: Resource,
      action: OwnAction,
      asked: readonly Stored[],
      author: Author,
    ): Promise<{ count: number; change?: string }> {
      const { presenter } = subjectOf(resource)
      const guard = guardOf(resource, action, presenter)
      if (asked.length > MOST_AT_ONCE)
        throw invalid(
          `These are more than ${MOST_AT_ONCE.toLocaleString('en')}. Narrow them down by a search or a filter.`,
        )
      const shown = await presenter.all(asked)
      const mayChange = ({ data: record }: Stored) =>
        author.role === null ||
        access.decide({ role: author.role, action: 'update', on: resource.name, record }).isAllowed
      const records = asked.filter(
        (record, index) => mayChange(record) && canBeDone(action, shown[index] ?? {}),
      )
      if (records.length === 0) return { count: 0 }
      let last: string | undefined
      await functionOf<ListAction>(
        table,
        resource,
        action,
      )({
        ...{ author, changes, store, records },
        async update(valuesOf) {
          const changed = await changes.apply(
            records.map((record) => ({
              ...{ resource: resource.name, action: 'update', id: record.id, guard },
              body: valuesOf(record),
            })),
            author,
          )
          last = changed[0]?.change ?? last
          return changed
        },
      })
      return { count: records.length, ...(last !== undefined && { change: last }) }
    },
  }
}

function guardOf({ label }: Resource, action: OwnAction, presenter: Presenter) {
  return async (record: Stored): Promise<void> => {
    if (action.when === undefined || canBeDone(action, await presenter.one(record))) return
    const noun = label.one.toLowerCase()
    throw conflict(action.otherwise ?? `This cannot be done with this ${noun} as it is now.`)
  }
}

function functionOf<Kind>(table: ActionTable, resource: Resource, { name }: OwnAction): Kind {
  const found = table[resource.page]?.[name]
  if (typeof found !== 'function') throw new DeclarationError([lacking(resource, name)])
  return found as Kind
}

const fileOf = (page: string) => `src/server/records/actions/${page}.ts`

const lacking = ({ file, page }: Resource, name: string): FileFault => ({
  file,
  at: `action '${name}'`,
  what: 'no function does it',
  fix: `export const ${name} from ${fileOf(page)}, and list that file in src/server/records/actions/index.ts`,
})

/** Throws a DeclarationError for each declared action without a function and each function without an action. */
export function checkActions(registry: readonly Resource[], table: ActionTable): void {
  const namesOf = ({ rowActions, listActions }: Resource) =>
    [...rowActions, ...listActions]
      .filter(({ shown }) => shown === undefined)
      .map(({ name }) => name)
  const without = registry.flatMap((resource) =>
    namesOf(resource)
      .filter((name) => typeof table[resource.page]?.[name] !== 'function')
      .map((name) => lacking(resource, name)),
  )
  const unnamed = Object.entries(table).flatMap(([page, module]) => {
    const resource = registry.find((one) => one.page === page)
    const known = resource ? namesOf(resource) : []
    return Object.keys(module)
      .filter((name) => !known.includes(name))
      .map((name) => ({
        file: fileOf(page),
        at: name,
        what: 'no action has this name',
        fix: `declare it in src/resources/${page}.ts, like rowActions: (action) => [action('${name}', …)], or take it away`,
      }))
  })
  if (without.length + unnamed.length > 0) throw new DeclarationError([...without, ...unnamed])
}
