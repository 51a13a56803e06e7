import { loadable } from '#admin/ui/loadable.tsx'
import { ProtocolCards } from './ProtocolCards.tsx'

const ProtocolPreview = loadable(
  () => import('./ProtocolPreview.tsx'),
  (module) => module.ProtocolPreview,
)

export const list = { cards: ProtocolCards }
export const preview = { card: ProtocolPreview }
