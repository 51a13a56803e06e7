import type { PartProps } from '#admin/crud/parts/props.ts'
import { translate } from '#admin/format/translate.ts'
import { EntryList } from '../entries/EntryList.tsx'
import { EntryArea, EntryTitle } from '../entries/EntryText.tsx'
import type { EntryBodyProps, EntryKind } from '../entries/kind.ts'
import css from './StepsEditor.module.css'

/** The steps of a mission. */
export function StepsEditor(props: PartProps) {
  return <EntryList {...props} kind={STEPS} />
}

function StepBody({ id, index, entry, errors, edit, spread }: EntryBodyProps) {
  const number = index + 1
  return (
    <>
      <EntryTitle
        id={`${id}_title`}
        label={translate('Title')}
        name={translate('Step {number} title', { number })}
        value={entry.title}
        error={errors.title}
        entries={translate('Steps').toLowerCase()}
        onChange={(text) => edit('title', text)}
        spread={spread}
      />
      <div className={css.halves}>
        <EntryArea
          id={`${id}_description`}
          label={translate('Description')}
          name={translate('Step {number} description', { number })}
          value={entry.description}
          error={errors.description}
          onChange={(text) => edit('description', text || undefined)}
        />
        <EntryArea
          id={`${id}_completionCriteria`}
          label={translate('Completion criteria')}
          name={translate('Step {number} completion criteria', { number })}
          value={entry.completionCriteria}
          error={errors.completionCriteria}
          onChange={(text) => edit('completionCriteria', text || undefined)}
        />
      </div>
    </>
  )
}

const STEPS: EntryKind = {
  one: 'Step',
  many: 'Steps',
  none: 'No steps yet.',
  blank: { title: '' },
  Body: StepBody,
}
