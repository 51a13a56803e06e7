import { SinceDot } from '#admin/ui/SinceDot.tsx'
import type { Row } from '#model/declaration.ts'
import { useListScreen } from './list-screen.ts'

/** At a row that changed while nobody looked, or is no longer where it stands. */
export function SinceMark({ row }: { row: Row }) {
  const { changed, gone } = useListScreen().list.since
  if (gone.has(row.id)) return <SinceDot is="gone" />
  return changed.has(row.id) ? <SinceDot is="changed" /> : null
}
