import type { GoConfig, ParsedParams, ParseFunction } from '@refinedev/core'
import refineRouter from '@refinedev/react-router'
import { useCallback } from 'react'
import { isObject } from '#model/paths.ts'

const useRefineGo = refineRouter.go ?? (() => () => undefined)
const useRefineParse = refineRouter.parse ?? (() => (): ReturnType<ParseFunction> => ({}))

/**
 * Refine's router binding with two faults mended. It writes the list's state into the address as it is: an '&' or
 * '#' in a search text or a filter would end the value there, and a reload would show another list; here values
 * are encoded. And what it reads goes into Refine's tables unseen, where `filters[0]=x` ends the page.
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
  parse: () => {
    const parse = useRefineParse()
    return useCallback(() => {
      const { params, ...rest } = parse()
      return { ...rest, ...(params && { params: readable(params) }) }
    }, [parse])
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
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, safe(inner)]))
    : value
}

/** Only conditions and orders that have the form of one; `search` is Refine's older way to hold both. */
function readable({ filters, sorters, search: _, ...rest }: ParsedParams): ParsedParams {
  return {
    ...rest,
    ...(filters !== undefined && { filters: wellFormed(filters) }),
    ...(sorters !== undefined && { sorters: wellFormed(sorters) }),
  }
}

function wellFormed<T>(value: readonly T[]): T[] {
  const list: readonly T[] = Array.isArray(value) ? value : []
  return list.filter((one) => isObject(one) && typeof one.field === 'string')
}
