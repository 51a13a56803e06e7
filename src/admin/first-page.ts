import { readFirstList } from '#admin/crud/list/first-list.ts'
import { keeperOf } from '#admin/crud/list/kept.ts'
import type { SessionUser } from '#contract/session.ts'
import { registry } from '#resources/index.ts'
import { readPageAhead } from './pages/pages.ts'
import { registryFor } from './providers/access-control-provider.ts'

// Comes with the console's code, and its page's code with it.
const pageCode = readPageAhead(location)

/** So long the console waits for what is not here yet: after that spinner and bones say that it is coming. */
const MOMENT = 150

/** Waits a moment for the code of the page at this address, and for the rows that were asked for ahead. */
export async function readFirst(user: SessionUser): Promise<void> {
  const rows = readFirstList(registryFor(registry, user.access), keeperOf(user))
  const moment = new Promise((resolve) => setTimeout(resolve, MOMENT))
  await Promise.race([Promise.allSettled([pageCode, rows]), moment])
}
