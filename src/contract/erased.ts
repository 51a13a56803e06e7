/** What stands in the place of a name that was erased for good. */
export const ERASED_PERSON = 'Somebody who was erased'
export const ERASED_THING = 'Something that was erased'
