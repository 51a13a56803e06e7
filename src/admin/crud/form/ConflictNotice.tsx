import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { ButtonRow } from '#admin/ui/ButtonRow.tsx'
import type { Resource } from '#model/resource.ts'
import { savedByText } from '../notices.ts'
import { useNames } from '../references/use-names.ts'
import css from './ConflictNotice.module.css'
import { differences, type FieldVersion } from './differences.ts'
import { FormNotice } from './FormNotice.tsx'
import type { Sent } from './machine.ts'
import { clashesOf } from './merge-versions.ts'

/**
 * Someone else saved the record since this form was opened (412): what differs, and both ways on.
 * Nothing that was typed is lost until one of them is taken.
 */
export function ConflictNotice({
  resource,
  clash,
  loadLatest,
  saveMine,
  isSaving,
}: {
  resource: Resource
  clash: Extract<Sent, { kind: 'clash' }>
  loadLatest: () => void
  saveMine: () => void
  isSaving: boolean
}) {
  const noun = translate(resource.label.one).toLowerCase()
  const { theirs, change } = clash
  const text = translate('This {noun} was changed since you opened it.', { noun })
  const changed = differences(resource, clashesOf(resource, clash), change, theirs)
  return (
    <FormNotice text={savedByText(resource, clash.error) ?? text}>
      {changed.length === 0 ? (
        <p>{translate('The fields of this form are the same in both versions.')}</p>
      ) : (
        <table className={css.differences}>
          <thead>
            <tr>
              <th scope="col">{translate('Field')}</th>
              <th scope="col">{translate('Now saved')}</th>
              <th scope="col">{translate('Yours')}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ path, label, theirs, mine }) => (
              <tr key={path}>
                <th scope="row">{translate(label)}</th>
                <td dir="auto">
                  <Words of={theirs} />
                </td>
                <td dir="auto">
                  <Words of={mine} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ButtonRow>
        <Button onClick={loadLatest} disabled={isSaving}>
          {translate('Load latest')}
        </Button>
        <Button onClick={saveMine} loading={isSaving}>
          {translate('Save mine anyway')}
        </Button>
      </ButtonRow>
    </FormNotice>
  )
}

function Words({ of }: { of: FieldVersion }) {
  return typeof of === 'string' ? of : <NamesOf {...of} />
}

function NamesOf({ to, ids }: Exclude<FieldVersion, string>) {
  const names = useNames(to, ids)
  return ids.map((id) => names.nameOf(id)).join(', ')
}
