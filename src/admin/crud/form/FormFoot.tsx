import { translate } from '#admin/format/translate.ts'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import { Star } from '#admin/ui/Star.tsx'
import css from './FormFoot.module.css'
import { focusControl } from './fields.ts'
import type { WrongField } from './place-errors.ts'

/** What the star behind labels means. */
export function Legend() {
  return (
    <p className={css.legend}>
      <Star /> {translate('required')}
    </p>
  )
}

const NAMED = 5

/**
 * Which fields are to be looked at, always in sight: a long form hides most of them. Each leads to its field.
 * A single one has the focus already.
 */
export function ErrorSummary({
  wrong,
  formName,
}: {
  wrong: readonly WrongField[]
  formName: string
}) {
  if (wrong.length < 2) return null
  const more = wrong.length - NAMED
  return (
    <div className={css.summary} role="alert">
      <span>{translate('Check {count} fields:', { count: wrong.length })}</span>{' '}
      {wrong.slice(0, NAMED).map(({ path, label }) => (
        <LinkButton key={path} onClick={() => focusControl(formName, path)}>
          {translate(label)}
        </LinkButton>
      ))}
      {more > 0 ? <span>{translate('and {count} more', { count: more })}</span> : null}
    </div>
  )
}
