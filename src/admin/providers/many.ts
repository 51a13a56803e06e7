import { MAX_PAGE_SIZE } from '#contract/api.ts'
import type { ListPage } from '#model/wire.ts'
import { HttpError } from './http.ts'

/** One answer of a list, as far as looking for records needs it. */
export interface Page {
  data: ListPage['rows']
  total: number
}

type Ask = (query: Record<string, string | number>, page: number) => Promise<Page>

/** How far a list is read that cannot be asked for certain records. */
const MOST_PAGES = 10

/**
 * The records of these ids, in their order; those that exist no more are left out. Asks for a hundred at a time
 * by `ids`. A foreign backend that does not know the parameter answers what nobody asked for, or refuses it:
 * then the list is read page by page until all were met.
 */
export async function chosen(
  ids: readonly string[],
  isPaged: boolean,
  ask: Ask,
): Promise<Page['data']> {
  const known = new Map<string, Page['data'][number]>()
  for (let at = 0; at < ids.length; at += MAX_PAGE_SIZE) {
    const wanted = ids.slice(at, at + MAX_PAGE_SIZE)
    const answer = await askFor(wanted, ask)
    for (const row of answer?.data ?? []) known.set(row.id, row)
    if (answer && !isDeaf(answer, wanted)) continue
    await leafThrough(isPaged, ask, known, ids)
    break
  }
  return ids.flatMap((id) => known.get(id) ?? [])
}

/** Undefined when the backend refuses a parameter that it does not know. */
async function askFor(ids: readonly string[], ask: Ask): Promise<Page | undefined> {
  try {
    return await ask({ ids: ids.join(',') }, 1)
  } catch (error) {
    if (error instanceof HttpError && (error.statusCode === 400 || error.statusCode === 422))
      return undefined
    throw error
  }
}

/** The answer is a page of the whole list, or more of it than was asked for. */
function isDeaf({ data, total }: Page, wanted: readonly string[]): boolean {
  return total > data.length || data.some(({ id }) => !wanted.includes(id))
}

/** Until all are known, or a page brings nothing new: not every backend tells a total, or heeds a page. */
async function leafThrough(
  isPaged: boolean,
  ask: Ask,
  known: Map<string, Page['data'][number]>,
  ids: readonly string[],
): Promise<void> {
  const met = new Set<string>()
  for (let page = 1; page <= MOST_PAGES && !ids.every((id) => known.has(id)); page++) {
    const { data } = await ask(isPaged ? { page, limit: MAX_PAGE_SIZE } : {}, page)
    if (data.every(({ id }) => met.has(id))) return
    for (const row of data) {
      met.add(row.id)
      known.set(row.id, row)
    }
    if (!isPaged) return
  }
}
