import type { GoConfig } from '@refinedev/core'
import refineRouter from '@refinedev/react-router'
import { useCallback } from 'react'

const useRefineGo = refineRouter.go ?? (() => () => undefined)

/**
 * Refine's router binding, which writes the list's state into the address as it is: an '&' or '#' in a search
 * text or a filter would end the value there, and a reload would show another list. Here values are encoded.
 */
export const routerProvider: typeof refineRouter = {
  ...refineRouter,
  go: () => {
    const go = useRefineGo()
    return useCallback(
      ({ query, ...rest }: GoConfig) => go({ ...rest, ...(query && { query: encoded(query) }) }),
      [go],
    )
  },
}

/** A copy with every text made safe for an address; Refine encodes its own `to` already. */
function encoded(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key, key === 'to' ? value : safe(value)]),
  )
}

function safe(value: unknown): unknown {
  if (typeof value === 'string') return encodeURIComponent(value)
  if (Array.isArray(value)) return value.map(safe)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, safe(inner)]))
}
