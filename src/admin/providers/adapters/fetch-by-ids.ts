import { found, note } from '#admin/http/backend.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import { MAX_PAGE_SIZE } from '#contract/api.ts'
import { type Ask, type Page, readWhole } from './fetch-all-pages.ts'

/** How far a list is read that cannot be asked for certain records. */
const MOST_PAGES = 10

/**
 * The records of these ids, in their order; those that exist no more are left out. Asks for a hundred at a time
 * by `ids`. A foreign backend that does not know the parameter answers what nobody asked for, or refuses it:
 * then the list at this path is read page by page until all were met, and is not asked by ids again.
 */
export async function fetchByIds(
  path: string,
  ids: readonly string[],
  isPaged: boolean,
  ask: Ask,
): Promise<Page['data']> {
  const known = new Map<string, Page['data'][number]>()
  const way = `ids ${path}`
  for (let at = 0; at < ids.length; at += MAX_PAGE_SIZE) {
    const wanted = ids.slice(at, at + MAX_PAGE_SIZE)
    const answer = found(way) === false ? undefined : await askFor(wanted, ask)
    for (const row of answer?.data ?? []) known.set(row.id, row)
    if (answer && !ignoresIds(answer, wanted)) continue
    note(way, false)
    await readUntilFound(isPaged, ask, known, ids)
    break
  }
  return ids.flatMap((id) => known.get(id) ?? [])
}

/** Undefined when the backend refuses a parameter that it does not know. */
async function askFor(ids: readonly string[], ask: Ask): Promise<Page | undefined> {
  try {
    return await ask({ ids: ids.join(',') }, 1)
  } catch (error) {
    if (error instanceof HttpError && [400, 404, 422].includes(error.statusCode)) return undefined
    throw error
  }
}

/** The answer is a page of the whole list, or more of it than was asked for. */
function ignoresIds({ data, total }: Page, wanted: readonly string[]): boolean {
  return total > data.length || data.some(({ id }) => !wanted.includes(id))
}

/** Until all are known, or a page brings nothing new: not every backend tells a total, or heeds a page. */
async function readUntilFound(
  isPaged: boolean,
  ask: Ask,
  known: Map<string, Page['data'][number]>,
  ids: readonly string[],
): Promise<void> {
  if (!isPaged) {
    for (const row of (await readWhole(ask, isPaged)).rows) known.set(row.id, row)
    return
  }
  const met = new Set<string>()
  for (let page = 1; page <= MOST_PAGES && !ids.every((id) => known.has(id)); page++) {
    const { data } = await ask({ page, limit: MAX_PAGE_SIZE }, page)
    if (data.every(({ id }) => met.has(id))) return
    for (const row of data) {
      met.add(row.id)
      known.set(row.id, row)
    }
  }
}
