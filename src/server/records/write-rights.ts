import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { RecordAction } from '#model/access.ts'
import type { Resource } from '#model/resource.ts'
import type { Author } from '#server/history/write.ts'
import type { AccessRules } from './access.ts'
import type { Data } from './shape.ts'

type Writing = Exclude<RecordAction, 'read'>

/** What a role's rights leave of the writes of one resource. Nothing is asked of what nobody signed in for. */
export interface WriteRights {
  /** Whether the author sees such a record at all: of what is somebody else's own it is not told that it is there. */
  sees(author: Author, record: Data): boolean
  /**
   * Before a write is looked at: whether the role may do it with this record. A body may not even name a key
   * that the role may not read, or whether it fits would tell what is stored. Throws 403.
   */
  admit(author: Author, action: Writing, record: Data | undefined, body: Data): void
  /**
   * When it is known what would be stored: a key that may not be written must stay as it was, or as it is by
   * itself. So what was read may be sent back whole. Throws 403.
   */
  refuseChange(author: Author, before: Data | undefined, after: Data): void
}

export function createWriteRights(
  access: AccessRules,
  { name: on, create, access: { own, owner = own?.owner } }: Resource,
): WriteRights {
  /** The record with the owner that it has, or gets. */
  const owned = ({ id }: Author, before: Data | undefined, after: Data): Data =>
    owner === undefined ? after : { ...after, [owner]: before ? before[owner] : id }
  /** What a new record holds at a key that nobody fills. */
  const blank = (key: string): unknown =>
    create.shape[key] && z.safeParse(create.shape[key], undefined).data

  return {
    sees({ role, id: person }, record) {
      return (
        !own ||
        role === null ||
        access.decide({ role, person, action: 'read', on, record }).isAllowed
      )
    },

    admit({ role, id: person }, action, record, body) {
      if (role === null) return
      access.demand({ role, person, action, on, record })
      for (const field of access.limitsOf(role, on)?.hidden ?? [])
        if (Object.hasOwn(body, field)) access.demand({ role, person, action, on, field, record })
    },

    refuseChange(author, before, after) {
      const { role, id: person } = author
      if (role === null) return
      const action = before ? 'update' : 'create'
      for (const field of access.limitsOf(role, on)?.locked ?? []) {
        const was = before ? before[field] : blank(field)
        if (!isDeepStrictEqual(after[field], was))
          access.demand({ role, person, action, on, field, record: before })
      }
      access.demand({ role, person, action, on, record: owned(author, before, after) })
    },
  }
}
