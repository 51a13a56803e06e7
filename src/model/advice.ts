import { getAt } from './paths.ts'

/** What a record should have before it is shown to those it is for. Nothing is refused for want of it. */
export interface Advice<At extends string = string> {
  /** What must not be empty; a star stands for every entry of a list on the way: `phases.*.milestones`. */
  path: At
  /** Said while it is. {number} is the place of the entry, counted from 1. */
  text: string
}

/** What is lacking: where, and what is said of it. */
export interface Lack {
  path: string
  text: string
  /** Of the entry it is lacking in, counted from 1. */
  number: number | undefined
}

/** What of the advice a record's values do not follow yet, in the advice's order. */
export function lacksOf(advice: readonly Advice[], values: unknown): Lack[] {
  return advice.flatMap(({ path, text }) =>
    emptyAt(values, path).map((at) => {
      const place = /\.(\d+)\.[^.]*$/.exec(at)?.[1]
      return { path: at, text, number: place === undefined ? undefined : Number(place) + 1 }
    }),
  )
}

/** The paths, of those that a pattern means, where nothing stands. */
function emptyAt(values: unknown, pattern: string, around = ''): string[] {
  const star = pattern.indexOf('.*.')
  if (star < 0) return isEmpty(getAt(values, pattern)) ? [around + pattern] : []
  const list = pattern.slice(0, star)
  const entries = getAt(values, list)
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry, at) =>
    emptyAt(entry, pattern.slice(star + 3), `${around}${list}.${at}.`),
  )
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) ? value.length === 0 : (value ?? null) === null
}
