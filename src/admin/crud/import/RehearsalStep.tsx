import { Button, Card } from 'antd'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { wordsForRows } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { Progress } from '#admin/ui/Progress.tsx'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { Planned } from './Planned.tsx'
import css from './RehearsalStep.module.css'
import { SpokenProgress } from './SpokenProgress.tsx'
import { StepTitle } from './Steps.tsx'
import { AT_COLUMNS } from './step.ts'
import { useRehearsal } from './use-rehearsal.ts'

/** The third step: what each row would do, and what is wrong with it. Nothing is written yet. */
export function RehearsalStep({ resource, about }: { resource: Resource; about: Import }) {
  const rehearsal = useRehearsal(resource, about)
  const navigate = useNavigate()
  const { state: from } = useLocation()
  if (about.state === 'planned') return <Planned resource={resource} about={about} />
  const { done, rows } = about
  const back = () =>
    void navigate(`${importAddress(resource.page, about.id)}${AT_COLUMNS}`, { state: from })
  return (
    <Card>
      <div className={css.going}>
        <StepTitle step="rehearsal">{translate('Looking what would change…')}</StepTitle>
        <p className={css.quiet}>{translate('Nothing is changed yet.')}</p>
        <Progress label={translate('Progress')} value={done} max={rows} />
        <SpokenProgress done={done} of={rows} />
        <p className={css.line}>
          <span className={css.quiet}>{wordsForRows(done, rows)}</span>
          <Button onClick={back}>{translate('Cancel')}</Button>
        </p>
        {rehearsal.error ? (
          <FailureNotice
            text={
              rehearsal.error.message ||
              translate(
                rehearsal.error.statusCode === 0
                  ? 'The server gave no answer.'
                  : 'This could not be done.',
              )
            }
            label="Go on"
            retry={rehearsal.goOn}
          />
        ) : null}
      </div>
    </Card>
  )
}
