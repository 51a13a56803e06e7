import { translate } from '#admin/format/translate.ts'
import type { Row } from '#model/declaration.ts'
import { useListScreen } from './list-screen.ts'
import css from './SinceMark.module.css'

/** A calm dot at a row that changed while nobody looked, or that is gone; in words for who cannot see it. */
export function SinceMark({ row }: { row: Row }) {
  const { changed, gone } = useListScreen().list.since
  const is = gone.has(row.id) ? 'gone' : changed.has(row.id) ? 'changed' : undefined
  if (!is) return null
  const words = is === 'gone' ? 'No longer in this list' : 'Changed since you last looked'
  return (
    <span className={css.mark} data-since={is} title={translate(words)}>
      <span className="sr-only">{translate(words)}</span>
    </span>
  )
}
