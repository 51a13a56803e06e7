import { useMemo } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { FieldErrors } from '#model/words.ts'
import { EntryList } from '../entries/EntryList.tsx'
import { EntryArea, EntryTitle } from '../entries/EntryText.tsx'
import type { EntryBodyProps, EntryKind } from '../entries/kind.ts'
import { MilestoneBody } from './MilestoneBody.tsx'
import css from './PhaseBody.module.css'

/** A phase: its title, what it is about, and its milestones. */
export function PhaseBody({ id, index, name, entry, errors, edit, spread }: EntryBodyProps) {
  const number = index + 1
  const title = translate('Phase {number} Title', { number })
  // The first phase's milestones are called as the specification calls them: 'Milestone 1 Title'.
  const within = index === 0 ? undefined : name
  const kind = useMemo<EntryKind>(() => ({ ...MILESTONES, within }), [within])
  return (
    <>
      <EntryTitle
        id={`${id}_title`}
        label={title}
        name={title}
        value={entry.title}
        error={errors.title}
        entries={translate('Phases').toLowerCase()}
        onChange={(text) => edit('title', text)}
        spread={spread}
      />
      <EntryArea
        id={`${id}_description`}
        label={translate('Description')}
        name={translate('Phase {number} description', { number })}
        value={entry.description}
        error={errors.description}
        onChange={(text) => edit('description', text || undefined)}
      />
      <div>
        <p className={css.title} aria-hidden="true">
          {translate('Milestones')}
        </p>
        <EntryList
          id={`${id}_milestones`}
          value={entry.milestones}
          onChange={(milestones) => edit('milestones', milestones)}
          errors={below(errors, 'milestones')}
          kind={kind}
        />
      </div>
    </>
  )
}

const MILESTONES: EntryKind = {
  one: 'Milestone',
  many: 'Milestones',
  blank: { title: '', missions: [] },
  Body: MilestoneBody,
}

/** The messages below a path, by what is left of their paths. */
function below(errors: FieldErrors, path: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([key, text]) =>
      key.startsWith(`${path}.`) ? [[key.slice(path.length + 1), text]] : [],
    ),
  )
}
