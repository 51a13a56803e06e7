import { memo } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { EntryKind } from './kind.ts'
import type { Line } from './lines.ts'
import type { Entries } from './use-entries.ts'

/** In the place of an entry that was taken away: what it was, and the way back. */
export const RemovedEntry = memo(function RemovedEntry({
  line,
  kind,
  entries,
}: {
  line: Line
  kind: EntryKind
  entries: Entries
}) {
  const title = String(line.entry.title ?? '').trim()
  const entry = title
    ? translate('{entry} "{title}"', { entry: translate(kind.one), title })
    : translate('{entry} without a title', { entry: translate(kind.one) })
  return (
    <li className="entry-gone" data-entry={line.key}>
      <span className="entry-gone-text" dir="auto">
        {translate('{entry} removed', { entry })}
      </span>
      <button
        type="button"
        className="entry-link"
        aria-label={translate('Undo: {entry} removed', { entry })}
        onClick={() => entries.restore(line.key)}
      >
        {translate('Undo')}
      </button>
    </li>
  )
})
