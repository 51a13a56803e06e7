import { translate } from '#admin/format/translate.ts'
import { Field } from '#admin/ui/Field.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { wrongWith } from '#admin/ui/wrong-with.ts'
import { longest } from '../dashboard-resource.ts'
import css from './EditFields.module.css'
import type { Editing } from './use-editor.ts'

/** The dashboard's own words (DASH-01). */
export function EditFields({
  editing: { draft, change },
  isTitleMissing,
}: {
  editing: Editing
  isTitleMissing: boolean
}) {
  const error = isTitleMissing && draft.title.trim() === '' ? 'Title is required.' : undefined
  return (
    <div className={css.fields}>
      <Field id="dashboard-title" label={translate('Title')} error={error}>
        <TextInput
          id="dashboard-title"
          value={draft.title}
          maxLength={longest('title')}
          aria-required="true"
          {...wrongWith('dashboard-title', error)}
          onChange={({ target }) => change({ title: target.value }, 'title')}
        />
      </Field>
      <Field id="dashboard-description" label={translate('Description')}>
        <TextInput
          id="dashboard-description"
          value={draft.description ?? ''}
          maxLength={longest('description')}
          onChange={({ target }) => change({ description: target.value }, 'description')}
        />
      </Field>
    </div>
  )
}
