import type { SecurityPerson } from '#contract/security-log.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { Store } from '#server/store.ts'

/** Finds what people of a log are called by now, in one query; one who was erased has an id and no name. */
export function createPeopleNames(
  { auditLog }: Pick<Store, 'auditLog'>,
  registry: readonly Resource[],
) {
  const users = registry.find(({ name }) => name === 'users')
  return async (ids: readonly (string | null)[]) => {
    const asked = new Set(ids.filter((id) => id !== null))
    const found = users ? await auditLog.named(users.name, [...asked]) : []
    const people = new Map(found.map((one) => [one.id, one]))
    return (id: string | null): SecurityPerson | undefined => {
      if (id === null) return undefined
      const one = people.get(id)
      const name = users && one ? nameOf(users, { ...one.data, _id: id, id }) : ''
      return { id, name, isLive: one?.isLive === true }
    }
  }
}
