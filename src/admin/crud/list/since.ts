/** What became of a list's rows while nobody looked. */
export interface Since {
  /** The ids of shown rows that hold something else by now. */
  changed: ReadonlySet<string>
  /** The ids of shown rows that are on this page no more. */
  gone: ReadonlySet<string>
  /** How many rows the page has that are not shown yet. */
  news: number
}

export const NOTHING_SINCE: Since = { changed: new Set(), gone: new Set(), news: 0 }

/**
 * The rows that were read anew, in the places of those that are being read: what is there still holds what it is by
 * now, what is gone stays, and what is new waits. Nothing moves under the eyes of whoever returns.
 */
export function inPlace<Row extends { id: string }>(
  shown: readonly Row[],
  fresh: readonly Row[],
): { rows: readonly Row[]; since: Since } {
  const now = new Map(fresh.map((row) => [row.id, row]))
  const known = new Set(shown.map(({ id }) => id))
  const changed = shown.filter((row) => {
    const one = now.get(row.id)
    return one !== undefined && one !== row && JSON.stringify(one) !== JSON.stringify(row)
  })
  return {
    rows: shown.map((row) => now.get(row.id) ?? row),
    since: {
      changed: new Set(changed.map(({ id }) => id)),
      gone: new Set(shown.flatMap(({ id }) => (now.has(id) ? [] : [id]))),
      news: fresh.filter(({ id }) => !known.has(id)).length,
    },
  }
}
