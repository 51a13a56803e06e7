import { ProtocolCards } from './cards/ProtocolCards.tsx'
import { PhasesEditor } from './phases/PhasesEditor.tsx'

export const list = { cards: ProtocolCards }
export const parts = { phases: PhasesEditor }
