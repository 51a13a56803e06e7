import { Form } from 'antd'
import { useDeferredValue, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { type Draft, toBody } from '#admin/providers/adapters/draft.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import { type Lack, lacksOf } from '#model/advice.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { usePart } from '../parts/finder.ts'
import type { Mode } from './check-draft.ts'
import { focusControl } from './fields.ts'
import css from './PreviewPane.module.css'

interface Props {
  resource: Resource
  mode: Mode
  /** The version that the form is a change of. */
  base: Row | undefined
  formName: string
  /** Beside the form; else folded to a line above it. */
  isBeside: boolean
}

/** What the form is about as it will look, made of what is typed, and what it lacks before it should be shown. */
export function PreviewPane({ resource, mode, base, formName, isBeside }: Props) {
  const draft = useDeferredValue<Draft | undefined>(Form.useWatch((values: Draft) => values))
  const [isOpen, setOpen] = useState(false)
  const values = toBody(resource, mode, draft ?? {}, base)
  const lacks = lacksOf(resource.advice, values)
  const shown = (
    <>
      {resource.preview === undefined ? null : (
        <Part waiting={<p>{translate('Loading…')}</p>}>
          <Drawn resource={resource} name={resource.preview} values={values} />
        </Part>
      )}
      {resource.advice.length > 0 ? <Lacks lacks={lacks} formName={formName} /> : null}
    </>
  )
  if (isBeside)
    return (
      <aside className={css.beside} aria-label={translate('Preview')}>
        <p className={css.head} aria-hidden="true">
          {translate('Preview')}
        </p>
        {shown}
      </aside>
    )
  return (
    <details
      className={css.fold}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {translate('Preview')}
        {lacks.length > 0 ? (
          <span className={css.count}>{translate('{count} missing', { count: lacks.length })}</span>
        ) : null}
      </summary>
      {isOpen ? <div className={css.inside}>{shown}</div> : null}
    </details>
  )
}

function Drawn({
  resource,
  name,
  values,
}: {
  resource: Resource
  name: string
  values: Readonly<Record<string, unknown>>
}) {
  const Body = usePart(resource.page, 'preview', name)
  return <Body values={values} />
}

function Lacks({ lacks, formName }: { lacks: readonly Lack[]; formName: string }) {
  if (lacks.length === 0)
    return <p className={css.whole}>{translate('Nothing is missing for learners to see it.')}</p>
  return (
    <div className={css.lacks}>
      <p>{translate('Before it goes active')}</p>
      <ul aria-label={translate('Before it goes active')}>
        {lacks.map(({ path, text, number }) => (
          <li key={path}>
            <LinkButton onClick={() => focusControl(formName, path)}>
              {translate(text, { number: number ?? '' })}
            </LinkButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
