import { loadable } from '#admin/ui/loadable.tsx'

/** What was written, and taking it back, comes when somebody asks for it. */
export const History = loadable(
  () => import('./History.tsx'),
  (module) => module.History,
)
export const UndoDialog = loadable(
  () => import('./UndoDialog.tsx'),
  (module) => module.UndoDialog,
)
