import { memo } from 'react'
import { translate } from '#admin/format/translate.ts'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import type { EntryKind } from './kind.ts'
import type { Line } from './lines.ts'
import css from './RemovedEntry.module.css'
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
    <li className={css.gone} data-entry={line.key}>
      <span className={css.text} dir="auto">
        {translate('{entry} removed', { entry })}
      </span>
      <LinkButton
        aria-label={translate('Undo: {entry} removed', { entry })}
        onClick={() => entries.restore(line.key)}
      >
        {translate('Undo')}
      </LinkButton>
    </li>
  )
})
