import { start } from './0001-start.ts'
import { insight } from './0002-insight.ts'
import { devices } from './0003-devices.ts'
import { setAside } from './0004-set-aside.ts'

export interface Migration {
  id: number
  name: string
  sql: string
}

/** In order, never changed once released: a new change is a new entry. */
export const migrations: readonly Migration[] = [
  { id: 1, name: 'start', sql: start },
  { id: 2, name: 'insight', sql: insight },
  { id: 3, name: 'devices', sql: devices },
  { id: 4, name: 'set-aside', sql: setAside },
]
