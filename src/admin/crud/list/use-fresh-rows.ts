import { useEffect, useMemo, useState } from 'react'
import { hasChanges } from '#admin/http/session.ts'
import { useReturn } from '#admin/ui/use-return.ts'
import { inPlace, NOTHING_SINCE, type Since } from './since.ts'

/** A return to a list: the rows that stood there, when they had been read, and when they were read for it. */
interface Return<Row> {
  at: string
  rows: readonly Row[]
  readBefore: number
  readFor: number | undefined
  isSeen: boolean
}

export interface FreshRows<Row> {
  rows: readonly Row[]
  since: Since
  /** Shows the page as it is by now. */
  showAll: () => void
  /** It is being read on return, or was in vain. */
  isReturning: boolean
}

/**
 * A list that is old by the time somebody returns to its tab is read by itself, without moving what is read; what
 * changed is marked until the list is read for another reason, or something is pressed. Not of another backend, where
 * counting may cost.
 */
export function useFreshRows<Row extends { id: string }>({
  at,
  rows,
  readAt,
  isIdle,
  readAnew,
}: {
  /** What of the list is shown: its address. */
  at: string
  rows: readonly Row[]
  readAt: number
  /** They are there, and nothing is on its way. */
  isIdle: boolean
  readAnew: () => void
}): FreshRows<Row> {
  const [last, setLast] = useState<Return<Row>>()
  const isSame = last !== undefined && last.at === at
  const readFor = last?.readFor ?? (last && readAt !== last.readBefore ? readAt : undefined)
  if (isSame && last.readFor !== readFor) setLast({ ...last, readFor })
  const isHeld = isSame && (readFor === undefined || readFor === readAt)

  const fresh = useMemo(
    () => (isHeld && last ? inPlace(last.rows, rows) : { rows, since: NOTHING_SINCE }),
    [isHeld, last, rows],
  )
  const isMarked = !last?.isSeen && fresh.since.changed.size > 0
  useReturn(isIdle ? readAt : 0, () => {
    if (!hasChanges()) return
    setLast({ at, rows: fresh.rows, readBefore: readAt, readFor: undefined, isSeen: false })
    readAnew()
  })
  useEffect(() => {
    if (!isMarked) return
    const see = () => setLast((one) => one && { ...one, isSeen: true })
    addEventListener('click', see)
    return () => removeEventListener('click', see)
  }, [isMarked])

  return {
    rows: fresh.rows,
    since: last?.isSeen ? { ...fresh.since, changed: NOTHING_SINCE.changed } : fresh.since,
    showAll: () => setLast(undefined),
    isReturning: isSame && readFor === undefined,
  }
}
