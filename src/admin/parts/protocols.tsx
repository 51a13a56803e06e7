import { lazy } from 'react'
import { ProtocolCards } from './cards/ProtocolCards.tsx'
import type { PartProps } from './props.ts'

// The list of cards does not wait for what only the form needs.
const Editor = lazy(async () => ({
  default: (await import('./phases/PhasesEditor.tsx')).PhasesEditor,
}))

function Phases(props: PartProps) {
  return <Editor {...props} />
}

export const list = { cards: ProtocolCards }
export const parts = { phases: Phases }
