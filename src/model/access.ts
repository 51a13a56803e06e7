import type { Resource } from './resource.ts'

export const RECORD_ACTIONS = ['read', 'create', 'update', 'delete'] as const
export type RecordAction = (typeof RECORD_ACTIONS)[number]

/** Roles with permissions, by action. Admins have all and are not listed. */
export interface Access<Key extends string = string> {
  read?: readonly string[]
  create?: readonly string[]
  update?: readonly string[]
  delete?: readonly string[]
  /** Roles for create, update and delete where those keys are absent. */
  write?: readonly string[]
  /** Keys with fewer roles than the record. */
  fields?: Partial<Readonly<Record<Key, FieldAccess>>>
  /** Limits the other roles to creating, changing and deleting records whose key holds one of these texts. */
  only?: Partial<Readonly<Record<Key, readonly string[]>>>
  /** The key with the id of the record's creator, set by the server. Other roles than admin write only their own records. */
  owner?: Key
  /** Records belong to one user each. Applies to admins too. */
  own?: Own<Key>
}

/** Records of one user each. Other users read only shared ones; admins also write those. */
export interface Own<Key extends string = string> {
  /** The key with the owner's id, set by the server. */
  owner: Key
  /** The key that marks a record as shared; without it none is. */
  shared?: Key
  /** The key that names a resource. Users who may not read that resource do not see the record. */
  of?: Key
}

/** Roles for one field. An absent key inherits from the record. A field that cannot be read cannot be written. */
export interface FieldAccess {
  read?: readonly string[]
  write?: readonly string[]
}

/** Access with defaults applied. Only fields keep absent keys, which inherit from the record. */
export function completeAccess(access: Access = {}) {
  const { read = [], write = [], create = write, update = write, fields, only, owner, own } = access
  return {
    ...{ read, create, update, delete: access.delete ?? write },
    fields: { ...fields } as Readonly<Record<string, FieldAccess>>,
    only: { ...only } as Readonly<Record<string, readonly string[]>>,
    owner,
    own,
  }
}

/** Returns all keys of a record, including createdAt and updatedAt. */
export function keysOf({ row, create, update }: Resource): string[] {
  const shapes = [row.shape, create.shape, update.shape].flatMap(Object.keys)
  return [...new Set([...shapes, 'createdAt', 'updatedAt'])]
}
