import type { BaseRecord, DataProvider } from '@refinedev/core'

interface Batch {
  ids: Set<string>
  rows: Promise<ReadonlyMap<string, BaseRecord>>
}

const open = new WeakMap<DataProvider, Map<string, Batch>>()

/**
 * A record of a page by its id, null when there is none. Whatever a screen asks for in one go travels as one
 * request, however many of its fields ask: a form of fifty milestones loads their missions at once.
 */
export async function readBatched(
  provider: DataProvider,
  page: string,
  id: string,
): Promise<BaseRecord | null> {
  const pages = open.get(provider) ?? new Map<string, Batch>()
  open.set(provider, pages)
  const batch = pages.get(page) ?? begin(provider, page, pages)
  batch.ids.add(id)
  return (await batch.rows).get(id) ?? null
}

function begin(provider: DataProvider, page: string, pages: Map<string, Batch>): Batch {
  const ids = new Set<string>()
  const rows = endOfTask().then(async () => {
    pages.delete(page)
    const many = await provider.getMany?.({ resource: page, ids: [...ids] })
    return new Map((many?.data ?? []).map((row) => [String(row.id), row]))
  })
  const batch = { ids, rows }
  pages.set(page, batch)
  return batch
}

const endOfTask = () => new Promise<void>((resolve) => setTimeout(resolve))
