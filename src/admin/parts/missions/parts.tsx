import { loadable } from '#admin/ui/loadable.tsx'

const MissionPreview = loadable(
  () => import('./MissionPreview.tsx'),
  (module) => module.MissionPreview,
)

export const preview = { card: MissionPreview }
