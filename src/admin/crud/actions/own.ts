import { ActionRun } from './ActionRun.tsx'
import { ListButtons } from './ListButtons.tsx'
import { RowButtons } from './RowButtons.tsx'

/** Fetched by the lists whose declaration has actions of its own, and by no other. */
export const own = { ActionRun, ListButtons, RowButtons }
