import type { Resource } from './resource.ts'

/** What one may want to do with the records of a resource. */
export const RECORD_ACTIONS = ['read', 'create', 'update', 'delete'] as const
export type RecordAction = (typeof RECORD_ACTIONS)[number]

/**
 * Who may do what with the records of a resource, by role. An admin may all of it always and is not named here;
 * who is not named may not.
 */
export interface Access<Key extends string = string> {
  read?: readonly string[]
  create?: readonly string[]
  update?: readonly string[]
  delete?: readonly string[]
  /** Create, update and delete, each unless it is said itself. */
  write?: readonly string[]
  /** Keys of the record that not everyone with a right to the record has a right to. */
  fields?: Partial<Readonly<Record<Key, FieldAccess>>>
  /** Roles beside admin create, change and delete only records whose key holds one of these texts. */
  only?: Partial<Readonly<Record<Key, readonly string[]>>>
  /**
   * The key with the id of the user who made the record, which the server fills. Roles beside admin change and delete
   * only their own records; everyone who may read the resource reads all of them.
   */
  owner?: Key
  /** Each record is one person's own. Admins are held to it too. */
  own?: Own<Key>
}

/**
 * Records of one person each: whoever makes one owns it, and nobody else sees or writes it. One that is shared is seen
 * by others too, and written by admins as well.
 */
export interface Own<Key extends string = string> {
  /** The key with the owner's id, which the server fills and no form writes. */
  owner: Key
  /** The key that says whether it is shared; without one none is. */
  shared?: Key
  /** The key that names a resource: who may not read that one, does not see the record. */
  of?: Key
}

/** What is absent is as for the record. What may not be read may not be written either. */
export interface FieldAccess {
  read?: readonly string[]
  write?: readonly string[]
}

/** The same completed: nothing is absent but what is as for the record. */
export interface CompleteAccess extends Readonly<Record<RecordAction, readonly string[]>> {
  readonly fields: Readonly<Record<string, FieldAccess>>
  readonly only: Readonly<Record<string, readonly string[]>>
  readonly owner?: string
  readonly own?: Own
}

export function completeAccess(access: Access = {}): CompleteAccess {
  const { read = [], write = [], create = write, update = write, fields = {}, only = {} } = access
  return {
    ...{ read, create, update, delete: access.delete ?? write },
    fields: withoutAbsent(fields),
    only: withoutAbsent(only),
    ...(access.owner !== undefined && { owner: access.owner }),
    ...(access.own && { own: access.own }),
  }
}

/** The keys that a record has for its readers and writers, its times among them. */
export function keysOf({ row, create, update }: Resource): string[] {
  const shapes = [row.shape, create.shape, update.shape].flatMap(Object.keys)
  return [...new Set([...shapes, 'createdAt', 'updatedAt'])]
}

function withoutAbsent<T>(by: Partial<Readonly<Record<string, T>>>): Record<string, T> {
  const entries = Object.entries(by).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  )
  return Object.fromEntries(entries)
}
