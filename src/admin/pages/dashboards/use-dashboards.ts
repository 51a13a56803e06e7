import { type HttpError, useList } from '@refinedev/core'
import { useMemo, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useDrafts } from '#admin/drafts/use-autosave.ts'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import type { DashboardRecord } from '#contract/dashboards.ts'
import { DEFAULT_TIME_RANGE, TIME_RANGES, type TimeRange } from '#contract/days.ts'
import type { Row } from '#model/declaration.ts'
import { DRAFTS, RESOURCE, readDashboard } from './dashboard.ts'
import type { Left } from './edit/use-editor.ts'

/**
 * Intervals (ms) at which a wall display reloads its dashboard, normally and after a failure: it has no user to
 * press Retry.
 */
const WALL_REFRESH = 300_000
const WALL_RETRY = 30_000

export type Dashboards = ReturnType<typeof useDashboards>

/** Reads and writes the state in the address: dashboard, range of days, edit mode and wall mode. */
export function useDashboards() {
  const { dashboard: id } = useParams()
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const isKiosk = search.get('kiosk') === '1'
  const range = TIME_RANGES.find((one) => one === search.get('range')) ?? DEFAULT_TIME_RANGE
  const { query, result } = useList<Row, HttpError>({
    resource: RESOURCE,
    pagination: { mode: 'off' },
    errorNotification: false,
    queryOptions: {
      // Structural sharing would create new rows, which lose their stored payload (dashboard.ts).
      structuralSharing: false,
      refetchInterval: isKiosk && (({ state }) => (state.error ? WALL_RETRY : WALL_REFRESH)),
    },
  })
  const rows = query.data ? result.data : undefined
  const all = useMemo(() => rows?.map(readDashboard), [rows])
  const edit = search.get('edit')
  const drafts = useDrafts(DRAFTS)
  // A draft survives the deletion of its dashboard.
  const left = edit && all ? drafts.find(({ record }) => record === id)?.value : undefined
  const named =
    id === undefined
      ? (all?.find(({ isDefault }) => isDefault) ?? all?.[0])
      : (all?.find(({ _id }) => _id === id) ?? (left as Left | undefined)?.record)

  // The dashboard in the editor stays, even if others change or delete it.
  const [edited, setEdited] = useState<DashboardRecord>()
  const isKept = edited !== undefined && (id === undefined || edited._id === id)
  if (edit && named && !isKept) setEdited(named)
  if (!edit && edited) setEdited(undefined)

  const change = (key: string, value: string | undefined, replace = false) => {
    const next = new URLSearchParams(search)
    if (value === undefined) next.delete(key)
    else next.set(key, value)
    setSearch(next, { replace, flushSync: true })
  }

  return {
    all,
    /** The dashboard in the address; without one the default, else the first. */
    shown: edit && isKept ? edited : named,
    drafts,
    isPending: query.isPending,
    error: query.error ? translate('Failed to fetch dashboards') : undefined,
    reload: query.refetch,
    open(to: string | undefined, { replace = false, edit = '' } = {}) {
      const rest = new URLSearchParams(edit ? { edit } : {})
      if (search.has('range')) rest.set('range', range)
      // Synchronous, without the router's transition: edits made meanwhile would be lost with the address.
      void navigate(
        { pathname: pageAddress(RESOURCE, to), search: rest.toString() },
        { replace, flushSync: true },
      )
    },
    range,
    setRange: (next: TimeRange) => change('range', next === DEFAULT_TIME_RANGE ? undefined : next),
    /** Edit mode; 'add' starts with the choice of a widget. */
    edit,
    beginEdit: (how: '1' | 'add') => change('edit', how),
    endEdit: () => change('edit', undefined, true),
    isKiosk,
    leaveKiosk: () => change('kiosk', undefined, true),
  }
}
