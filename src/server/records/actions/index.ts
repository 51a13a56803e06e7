import type { ActionTable } from '../actions.ts'
import * as messages from './messages.ts'

/** The server functions of declared actions, by page. Each resource with actions has a file. */
export const ACTIONS: ActionTable = { messages }
