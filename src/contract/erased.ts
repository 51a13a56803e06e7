/** What stands in the place of a name that was erased for good. */
export const ERASED_PERSON = 'Somebody who was erased'
const ERASED_THING = 'Something that was erased'

/** The same for a record of a resource, by its name. */
export function erasedName(resource: string): string {
  return resource === 'users' ? ERASED_PERSON : ERASED_THING
}
