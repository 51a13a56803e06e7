import { loadable } from '#admin/ui/loadable.tsx'
import { ProtocolCards } from './ProtocolCards.tsx'

// The list of cards does not wait for what only the form needs.
const Phases = loadable(
  () => import('./Phases.tsx'),
  (module) => module.Phases,
)

export const list = { cards: ProtocolCards }
export const parts = { phases: Phases }
