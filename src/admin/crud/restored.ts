import { watched } from '#admin/ui/watched.ts'

/** A record that Undo brought back: its list keeps it in sight. A new object with each. */
const restored = watched<{ resource: string; id: string } | undefined>(undefined)
export const restoredNow = restored.now
export const noteRestored = restored.set
export const onRestored = restored.watch
