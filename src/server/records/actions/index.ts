import type { ActionTable } from '../actions.ts'
import * as messages from './messages.ts'

/** The server halves of declared actions, by page: a file for each resource that has any. */
export const ACTIONS: ActionTable = { messages }
