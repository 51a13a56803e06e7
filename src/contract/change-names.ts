// No zod in here: the sign-in page loads the console's client, which reads it.

/** The header of every answer to a write: the id of its change. */
export const CHANGE_HEADER = 'change-id'
/** The header of a write that is done once, however often it is sent. */
export const KEY_HEADER = 'idempotency-key'
export const CHANGES_PATH = '/changes'
/** The most records of one change set. */
export const MOST_CHANGED = 10_000
