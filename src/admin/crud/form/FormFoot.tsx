import { SaveButton } from '@refinedev/antd'
import { Button, Flex, Typography } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import { Star } from '#admin/ui/Star.tsx'
import { ariaChord } from '#admin/ui/shortcuts.ts'
import css from './FormFoot.module.css'
import { focusControl } from './fields.ts'
import type { WrongField } from './use-form-errors.ts'

/** What the star behind labels means. */
export function Legend() {
  return (
    <Typography.Text type="secondary" className={css.legend ?? ''}>
      <Star /> {translate('required')}
    </Typography.Text>
  )
}

/** What may be done with a form, the usual last. */
export function FormButtons({
  formName,
  words,
  isSaving,
  isOff,
  cancel,
  goOn,
}: {
  formName: string
  /** What saving is called. */
  words: string
  isSaving: boolean
  /** There is nothing to save yet, or another way on. */
  isOff: boolean
  cancel: () => void
  /** Saves, and goes on with another record. */
  goOn: { label: string; run: () => void } | undefined
}) {
  return (
    <Flex className={css.buttons ?? ''} wrap justify="end" gap={8}>
      <Button onClick={cancel} disabled={isSaving}>
        {translate('Cancel')}
      </Button>
      {goOn ? (
        <Button onClick={goOn.run} disabled={isOff} aria-disabled={isSaving || undefined}>
          {translate(goOn.label)}
        </Button>
      ) : null}
      <SaveButton
        icon={null}
        htmlType="submit"
        form={formName}
        disabled={isOff}
        // Not `disabled` while it saves: it would lose the focus, and Escape with it.
        aria-disabled={isSaving || undefined}
        aria-keyshortcuts={ariaChord('Enter')}
        loading={isSaving}
      >
        {translate(words)}
      </SaveButton>
    </Flex>
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
    <Flex className={css.summary ?? ''} wrap align="center" role="alert">
      <span>{translate('Check {count} fields:', { count: wrong.length })}</span>{' '}
      {wrong.slice(0, NAMED).map(({ path, label }) => (
        <LinkButton key={path} danger onClick={() => focusControl(formName, path)}>
          {translate(label)}
        </LinkButton>
      ))}
      {more > 0 ? <span>{translate('and {count} more', { count: more })}</span> : null}
    </Flex>
  )
}
