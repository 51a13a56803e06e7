import { lazy } from 'react'
import type { PartProps } from '#admin/crud/parts/props.ts'
import { ProtocolCards } from './ProtocolCards.tsx'

// The list of cards does not wait for what only the form needs.
const Editor = lazy(async () => ({
  default: (await import('./PhasesEditor.tsx')).PhasesEditor,
}))

function Phases(props: PartProps) {
  return <Editor {...props} />
}

export const list = { cards: ProtocolCards }
export const parts = { phases: Phases }
