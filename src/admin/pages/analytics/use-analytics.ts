import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type DayRange, dayIn } from '#contract/insight/days.ts'
import { type Address, readAddress, writeAddress } from './address.ts'
import { nameAsked, problemOf, rangeAsked } from './dates.ts'
import { usualGrain } from './grain.ts'
import type { Report } from './read-report.ts'
import { periodBefore } from './series.ts'
import { type ReportState, useReport } from './use-report.ts'

/** What a server reports in unless it says otherwise. */
const USUAL_ZONE = 'UTC'
/** As the last answer told: the page that is opened next begins with the right today. */
let knownZone = USUAL_ZONE

/** All that the page shows comes from its address and the answers to what that asks for. */
export function useAnalytics() {
  const [params, setParams] = useSearchParams()
  const [now, setNow] = useState(Date.now)
  const [zone, setZone] = useState(knownZone)
  const address = readAddress(params)
  const { tab } = address
  const today = dayIn(zone, new Date(now))
  const range = rangeAsked(address, today)
  const isSane = problemOf(range) === undefined
  const wanted = useLastSane(range, isSane)
  const current = useReport(tab, wanted)
  // The server says what it compares with; it is asked for once that is known.
  const fresh = current.isOld ? undefined : current.report
  const before = fresh && (fresh.compared ?? periodBefore(fresh.range))
  const earlier = useReport(tab, address.isCompared ? before : undefined)
  const report = useLastGood(tab, current)

  const toldZone = current.report?.timeZone
  if (toldZone && toldZone !== zone) {
    knownZone = toldZone
    setZone(toldZone)
  }
  // A tab is a step that Back takes back; a date that is being typed is not. And a box that is ticked is ticked
  // at once, not after the transition that routers take.
  const change = (part: Partial<Address>) =>
    setParams((before) => writeAddress(before, part), {
      replace: part.tab === undefined,
      flushSync: true,
    })
  return {
    address,
    change,
    today,
    range,
    name: nameAsked(address),
    grain: address.by ?? usualGrain(report?.range ?? range),
    isSane,
    current: { ...current, report },
    earlier: address.isCompared ? earlier : undefined,
    refresh: () => {
      setNow(Date.now())
      current.refetch()
      if (address.isCompared) earlier.refetch()
    },
  }
}

/** A range that is refused asks for nothing, and what was shown last stays. */
function useLastSane(range: DayRange, isSane: boolean): DayRange | undefined {
  const [last, setLast] = useState(isSane ? range : undefined)
  const isNew = isSane && (range.start !== last?.start || range.end !== last.end)
  if (isNew) setLast(range)
  return isNew ? range : last
}

/** The last figures of a tab stay, marked as old, when newer ones could not be had. */
function useLastGood(tab: string | undefined, { report, isOld }: ReportState): Report | undefined {
  const [last, setLast] = useState<{ tab: string | undefined; report: Report }>()
  const isNew = report && !isOld && (last?.report !== report || last.tab !== tab)
  if (isNew) setLast({ tab, report })
  if (report) return report
  return last?.tab === tab ? last?.report : undefined
}
