import { watched } from './watched.ts'

/** Grows each time the server is there again after it was not: what could not be loaded may be asked for anew. */
export const returns = watched(0)
