import type { Found, KeptImport, KeptRow } from './kept-imports.ts'
import { type Looking, lookAt } from './look-at-rows.ts'

/** Looks at these lines anew, as they stand or mended, with those that they have to do with, and keeps what was found; undefined when others wrote there. */
export async function replan(
  looking: Looking,
  one: KeptImport,
  lines: readonly number[],
  mended?: KeptRow,
): Promise<Found[] | undefined> {
  const { imports: tables } = looking.store
  const look = async (which: readonly number[]) => {
    const rows = (await tables.lines(one, which)).map((row) =>
      row.line === mended?.line ? mended : row,
    )
    return lookAt(looking, one, rows)
  }
  const begun = new Set([...lines, ...(await tables.sharing(one.id, lines, []))])
  let { looked, claims } = await look([...begun])
  const more = (await tables.sharing(one.id, lines, claims)).filter((line) => !begun.has(line))
  if (more.length > 0) ({ looked, claims } = await look([...begun, ...more]))
  const before = new Map(
    (
      await tables.lines(
        one,
        looked.map(({ row }) => row.line),
      )
    ).map((row) => [row.line, row.state]),
  )
  const counts = { ...one.counts }
  const found = looked.map(({ row, found: each }): Found => {
    const was = before.get(row.line)
    if (was) counts[was] -= 1
    counts[each.state] += 1
    return row.line === mended?.line ? { ...each, cells: mended.cells, damage: null } : each
  })
  const { reached, done, state } = one
  const isKept = await tables.keep(one, found, claims, { reached, done, state, counts })
  return isKept ? found : undefined
}
