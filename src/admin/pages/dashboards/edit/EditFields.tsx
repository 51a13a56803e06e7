import { Input } from 'antd'
import { translate } from '#admin/format/translate.ts'
import type { Editing } from './use-editor.ts'

/** The dashboard's own words (DASH-01). */
export function EditFields({
  editing: { draft, change },
  isTitleMissing,
}: {
  editing: Editing
  isTitleMissing: boolean
}) {
  const isWrong = isTitleMissing && draft.title.trim() === ''
  return (
    <div className="dash-fields">
      <div>
        <label htmlFor="dashboard-title">{translate('Title')}</label>
        <Input
          id="dashboard-title"
          value={draft.title}
          maxLength={120}
          autoComplete="off"
          dir="auto"
          aria-required="true"
          {...(isWrong && {
            status: 'error',
            'aria-invalid': true,
            'aria-describedby': 'dashboard-title-error',
          })}
          onChange={({ target }) => change({ title: target.value }, 'title')}
        />
        {isWrong ? (
          <p id="dashboard-title-error" className="dash-error">
            {translate('Title is required.')}
          </p>
        ) : null}
      </div>
      <div>
        <label htmlFor="dashboard-description">{translate('Description')}</label>
        <Input
          id="dashboard-description"
          value={draft.description ?? ''}
          maxLength={500}
          autoComplete="off"
          dir="auto"
          onChange={({ target }) => change({ description: target.value }, 'description')}
        />
      </div>
    </div>
  )
}
