import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { type AccessRules, createWriteRights, hasAdminRole } from '#server/records/access.ts'
import { createViews } from '#server/records/field-mask.ts'
import type { HookTable, Write } from '#server/records/hooks/hooks.ts'
import { createPresenter } from '#server/records/present.ts'
import { createLinks } from '#server/records/references.ts'
import type { Stored } from '#server/records/shape.ts'
import type { Store } from '#server/store.ts'
import { createRowWriter } from './write.ts'

export type ResourceContext = ReturnType<typeof createResourceContext>

/** Gives the context of a resource by its name. Throws 400 for an unknown one. */
export type ContextOf = (resource: string) => ResourceContext

/** What planning and writing the records of one resource need. */
export function createResourceContext(
  store: Store,
  resource: Resource,
  table: HookTable,
  access: AccessRules,
) {
  const hooks = table[resource.name] ?? {}
  return {
    resource,
    hooks,
    noun: resource.label.one.toLowerCase(),
    records: store.records(resource.name),
    rows: createRowWriter(resource),
    /** The keys that an update may set. */
    keys: Object.keys(resource.update.shape),
    twins: store.twins(resource.name),
    taken: store.taken(resource.name),
    links: createLinks(store, resource),
    presenter: createPresenter(store, resource, hooks),
    /** Runs the resource's `prepare` hook. */
    prepare: (write: Write, isDryRun: boolean) => {
      const data = write.action === 'delete' ? {} : write.data
      return hooks.prepare?.(store, write, isDryRun) ?? Promise.resolve({ data, aside: undefined })
    },
    rights: createWriteRights(access, resource),
    viewOf: createViews(access, resource),
    hiddenFrom: (role: string | null): readonly string[] =>
      role === null ? [] : (access.limitsOf(role, resource.name)?.hidden ?? []),
    mayRead: (role: string | null, name: string | undefined) =>
      role === null || (name === undefined ? hasAdminRole({ role }) : access.mayRead(role, name)),
    changeOf: (record: Stored) => store.auditLog.changeOf(resource.name, record),
    nameOf: ({ id, data }: Stored) => nameOf(resource, { ...data, _id: id, id }),
  }
}
