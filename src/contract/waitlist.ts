import * as z from 'zod'

/** Below the API's base: what the pages behind mailed links post to. */
export const CONFIRM_ENTRY_PATH = '/waitlist/confirm'
/** The same, with the token after it: opened it is a page with one button, posted to it is done (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/waitlist/unsubscribe'

const token = z.string().trim().min(1, 'The link’s code is missing.').max(100)

/** POST /waitlist/confirm: what stands after the # of the mailed link. */
export const confirmedEntry = z.strictObject({ token })
