import type { Location } from 'react-router-dom'
import { isObject } from '#model/paths.ts'

/** The page that linked to a list, with its label. */
export interface CameFrom {
  to: string
  label: string
}

/** Returns the state of a link to a list, with which the list can link back to this page. */
export function cameFrom({ pathname, search }: Location, label: string): { cameFrom: CameFrom } {
  return { cameFrom: { to: `${pathname}${search}`, label } }
}

/** Reads the origin from a location's state, or returns undefined if there is none of the console. */
export function readCameFrom(state: unknown): CameFrom | undefined {
  const from = isObject(state) ? state.cameFrom : undefined
  if (!isObject(from)) return undefined
  const { to, label } = from
  if (typeof to !== 'string' || typeof label !== 'string') return undefined
  return /^\/admin(\/|$)/.test(to) && label ? { to, label } : undefined
}
