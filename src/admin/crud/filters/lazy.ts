import { loadable } from '#admin/ui/loadable.tsx'

/** A phone's alone. */
export const FilterSheet = loadable(
  () => import('./FilterSheet.tsx'),
  (module) => module.FilterSheet,
)
