import { createContext, type RefObject } from 'react'

export const STEPS = [
  ['file', 'File'],
  ['columns', 'Columns'],
  ['rehearsal', 'Rehearsal'],
  ['report', 'Report'],
] as const
export type Step = (typeof STEPS)[number][0]

/** In the address of an import: its columns, although they were rehearsed already. */
export const AT_COLUMNS = '?step=columns'

/** The step that was shown last on the page that is open. */
export const LastStep = createContext<RefObject<Step | undefined>>({ current: undefined })
