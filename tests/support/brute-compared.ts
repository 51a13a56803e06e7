import type { Tab } from '#contract/analytics.ts'
import { daysBetween, plusDays, type Raw } from './brute-facts.ts'
import { figuresOf } from './brute-figures.ts'

/*
 * What each answer holds besides its charts: the figures of the range, and those of what it is compared with,
 * counted anew from the raw rows by the words of decision 010.
 */

/** Days, the last of which may count only until a time of day. */
interface Days {
  start: string
  end: string
  until?: string
}

/** What a range is compared with, seen at a moment. */
function comparedWith(start: string, end: string, today: string, time: string): Days {
  const cut = end === today ? { until: time } : {}
  const { length } = daysBetween(start, end)
  return { start: plusDays(start, -length), end: plusDays(start, -1), ...cut }
}

/** The first minute at which clocks show a day and a time, or later. */
function momentOf(zone: string, day: string, time: string): Date {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  let at = Date.parse(`${day}T00:00:00Z`) - 15 * 3_600_000
  while (format.format(at) < `${day} ${time}`) at += 60_000
  return new Date(at)
}

/** All answers, as seen at a moment in a time zone. */
export function bruteFigures(raw: Raw, zone: string, now: Date) {
  const [today = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(now)
    .split(' ')
  const whole = figuresOf(raw, zone)
  const known = new Map<string, typeof whole>()
  const at = ({ end, until }: Days) => {
    if (until === undefined) return whole
    const key = `${end} ${until}`
    const found = known.get(key) ?? figuresOf(raw, zone, momentOf(zone, end, until))
    known.set(key, found)
    return found
  }
  const compare = (start: string, end: string, on = today, until = time) => {
    const before = comparedWith(start, end, on, until)
    const activeDays = whole.activeDays(before.start, before.end)
    return { before, compared: { ...before, activeDays } }
  }

  return {
    analytics(tab: Tab, start: string, end: string, until?: string) {
      const { before, compared } =
        until === undefined ? compare(start, end) : compare(start, end, end, until)
      const { analytics, summary } = at(
        until === undefined ? { start, end } : { start, end, until },
      )
      const previous = at(before).summary[tab](before.start, before.end)
      return {
        range: { start, end },
        timeZone: zone,
        compared,
        summary: { ...summary[tab](start, end), previous },
        ...analytics[tab](start, end),
      }
    },

    widget(type: keyof typeof whole.widgets, start: string, end: string) {
      const { before, compared } = compare(start, end)
      const data = whole.widgets[type](start, end)
      if (type === 'recentUsers') return { data }
      const previous = at(before).previous[type](before.start, before.end)
      return { compared, data: { ...data, previous } }
    },
  }
}
