import { inBulk } from '#server/demo/bulk.ts'

/**
 * Many sample records at once, in one transaction without time limits and alone among all starts: they are
 * checked by nobody but the database, and have a history entry where the caller asks for it.
 */
export const changeInBulk: typeof inBulk = (connection, work) => inBulk(connection, work)
