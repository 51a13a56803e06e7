import { isObject } from '#model/paths.ts'

/** The page that led to a list by a link of its own, and what it is called. */
export interface Origin {
  to: string
  label: string
}

/** The origin in a location's state; undefined where there is none of the console. */
export function originIn(state: unknown): Origin | undefined {
  const origin = isObject(state) ? state.origin : undefined
  if (!isObject(origin)) return undefined
  const { to, label } = origin
  if (typeof to !== 'string' || typeof label !== 'string') return undefined
  return /^\/admin(\/|$)/.test(to) && label ? { to, label } : undefined
}
