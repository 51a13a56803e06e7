import { useEffect } from 'react'
import type { Editing } from './use-editor.ts'

/** Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) while a dashboard is edited, in its text fields, too; not in dialogs. */
export function useUndoKeys({ undo, redo }: Pick<Editing, 'undo' | 'redo'>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
      if (!(isRedo || key === 'z') || isInDialog(event.target)) return
      event.preventDefault()
      if (isRedo) redo?.()
      else undo?.()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [undo, redo])
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog]') !== null
}
