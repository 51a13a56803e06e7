import { useCallback } from 'react'
import { ReferenceInput } from '#admin/crud/references/ReferenceInput.tsx'
import { translate } from '#admin/format/translate.ts'
import { Field } from '#admin/ui/Field.tsx'
import { wrongWith } from '#admin/ui/wrong-with.ts'
import type { FieldErrors } from '#model/words.ts'
import { EntryArea, EntryTitle } from '../entries/EntryText.tsx'
import type { EntryBodyProps } from '../entries/kind.ts'

/** A milestone: its title, what it is about, and the missions that reach it. */
export function MilestoneBody({ id, index, within, entry, errors, edit, spread }: EntryBodyProps) {
  const number = index + 1
  const title = translate('Milestone {number} Title', { number })
  const named = (name: string) => (within ? `${within}, ${name}` : name)
  const choose = useCallback((missions: unknown) => edit('missions', missions), [edit])
  const missions = `${id}_missions`
  return (
    <>
      <EntryTitle
        id={`${id}_title`}
        label={title}
        name={named(title)}
        value={entry.title}
        error={errors.title}
        entries={translate('Milestones').toLowerCase()}
        onChange={(text) => edit('title', text)}
        spread={spread}
      />
      <EntryArea
        id={`${id}_description`}
        label={translate('Description')}
        name={named(translate('Milestone {number} description', { number }))}
        value={entry.description}
        error={errors.description}
        onChange={(text) => edit('description', text || undefined)}
      />
      <Field id={missions} label={translate('Missions')} error={missionError(errors)}>
        <ReferenceInput
          id={missions}
          to="missions/templates"
          isMany
          label={named(translate('Milestone {number} missions', { number }))}
          value={entry.missions}
          onChange={choose}
          {...wrongWith(missions, missionError(errors))}
        />
      </Field>
    </>
  )
}

/** What is wrong with the missions, or with one of them ('missions.2'). */
function missionError(errors: FieldErrors): string | undefined {
  const path = Object.keys(errors).find((key) => key.split('.')[0] === 'missions')
  return path === undefined ? undefined : errors[path]
}
