import type { CrudFilter, CrudSort, GoConfig, ParsedParams, RouterProvider } from '@refinedev/core'
import plainRouter from '@refinedev/react-router'
import { useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readPlace, writePlace } from '#admin/format/form-address.ts'
import { listAddress, readListAddress } from '#admin/format/list-address.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { filterParameters, isKnownFilter, refineQuery, sortParameter } from './crud-filters.ts'

/** The parameters of an address that Refine's `useTable` reads and writes. */
interface TableParams {
  filters?: CrudFilter[]
  sorters?: CrudSort[]
  currentPage?: number
  pageSize?: number
}

const TABLE_PARAMS = ['filters', 'sorters', 'currentPage', 'pageSize'] as const

/**
 * Refine's router bindings, with the API's own words in the address of a list:
 * `?search=ada&role=admin&sort=-createdAt&page=2`. Other parameters never reach Refine, which would merge them into
 * `meta` and from there into every call and query key.
 */
export function routerProvider(registry: readonly Resource[]): RouterProvider {
  const resourceAt = (path: string) => registry.find(({ page }) => page === pageOf(path))
  // Every hook of Refine parses the address for itself.
  let last: { resource: Resource; search: string; params: TableParams } | undefined
  const paramsAt = (resource: Resource, search: string) => {
    if (last?.resource !== resource || last.search !== search)
      last = { resource, search, params: readTableParams(resource, search) }
    return last.params
  }

  /**
   * `go` writes filters, sorters and pages of a list in the API's words. `useTable` with `syncWithLocation` always
   * asks to replace the address without naming one: here only its first call replaces, and each later call is a step
   * that Back takes back. A call with `to` does what its `type` says.
   */
  function useGo() {
    const { pathname, search, hash, state } = useLocation()
    const navigate = useNavigate()
    const goPlain = plainRouter.go?.()
    const isSynced = useRef(false)
    return useCallback(
      (config: GoConfig) => {
        const { to = pathname, type, query = {}, options = {} } = config
        const resource = resourceAt(to)
        if (!resource || !TABLE_PARAMS.some((name) => name in query)) return goPlain?.(config)
        const next = writeTableParams(resource, options.keepQuery ? search : '', query)
        const anchor = config.hash ?? (options.keepHash ? hash : '')
        const address = `${to}${next}${anchor && `#${anchor.replace(/^#/, '')}`}`
        if (type === 'path') return address
        const isSync = type === 'replace' && config.to === undefined
        const isStep = isSync ? isSynced.current : type !== 'replace'
        isSynced.current = true
        if (to !== pathname || next !== search)
          void navigate(address, { replace: !isStep, ...(to === pathname && { state }) })
        return undefined
      },
      [pathname, search, hash, state, navigate, goPlain],
    )
  }

  function useParse() {
    const { pathname, search } = useLocation()
    const parsePlain = plainRouter.parse?.()
    return useCallback(() => {
      const { params, ...parsed } = parsePlain?.() ?? {}
      const resource = resourceAt(pathname)
      const table = resource ? paramsAt(resource, search) : stockTableParams(params)
      return { ...parsed, params: table as ParsedParams }
    }, [pathname, search, parsePlain])
  }

  return { ...plainRouter, go: useGo, parse: useParse }
}

/** The segment of the page that a path belongs to: 'users' of '/admin/users/42'. */
function pageOf(path: string): string | undefined {
  return path.split(/[?#]/, 1)[0]?.split('/').filter(Boolean)[1]
}

/** What the address of a list asks for, as Refine says it. Parameters that the list does not know are left out. */
export function readTableParams(resource: Resource, search: string): TableParams {
  const query = readListAddress(resource, readPlace(search).search)
  const { filters, sorters } = refineQuery(resource, query)
  const pageSize = query.limit ?? (query.page > 1 ? PAGE_SIZE : undefined)
  return {
    ...(filters.length > 0 && { filters }),
    ...(sorters.length > 0 && { sorters }),
    ...(query.page > 1 && { currentPage: query.page }),
    ...(pageSize !== undefined && { pageSize }),
  }
}

/**
 * The query of an address that asks a list for this. Keeps the view and the open form of the address before it, and
 * leaves out filters that the API does not have.
 */
export function writeTableParams(
  resource: Resource,
  before: string,
  { filters = [], sorters = [], currentPage = 1, pageSize = PAGE_SIZE }: TableParams,
): string {
  const asked = new URLSearchParams({
    ...filterParameters(filters.filter(isKnownFilter)),
    ...sortParameter(sorters),
    page: `${currentPage}`,
    limit: `${pageSize}`,
  })
  const search = listAddress(readListAddress(resource, `${asked}`))
  return writePlace({ ...readPlace(before), search })
}

/** Refine's own words for a table, on pages that are no resource's. */
function stockTableParams(params: ParsedParams = {}): TableParams {
  const { filters, sorters, currentPage, pageSize } = params
  return {
    ...(Array.isArray(filters) && { filters }),
    ...(Array.isArray(sorters) && { sorters }),
    ...(typeof currentPage === 'number' && { currentPage }),
    ...(typeof pageSize === 'number' && { pageSize }),
  }
}
