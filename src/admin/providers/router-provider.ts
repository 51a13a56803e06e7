import type { ParsedParams, RouterProvider } from '@refinedev/core'
import plainRouter from '@refinedev/react-router'
import { useCallback } from 'react'

/** The parameters of an address that Refine's `useTable` writes with `syncWithLocation`. */
const TABLE_PARAMS = ['filters', 'sorters', 'currentPage', 'pageSize'] as const

/**
 * Refine's bindings of react-router. Only the parameters of a table reach Refine, which would merge all others into
 * `meta`, and from there into every call and query key.
 */
export const routerProvider: RouterProvider = { ...plainRouter, parse: useParse }

function useParse() {
  const parse = plainRouter.parse?.()
  return useCallback(() => {
    const { params = {}, ...parsed } = parse?.() ?? {}
    const known = TABLE_PARAMS.flatMap((name) => (name in params ? [[name, params[name]]] : []))
    return { ...parsed, params: Object.fromEntries(known) as ParsedParams }
  }, [parse])
}
