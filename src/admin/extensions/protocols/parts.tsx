import { ProtocolCards } from './ProtocolCards.tsx'

export const list = { cards: ProtocolCards }
