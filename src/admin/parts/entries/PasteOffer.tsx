import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { ButtonRow } from '#admin/ui/ButtonRow.tsx'
import { takeFocus } from '#admin/ui/focus.ts'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import css from './PasteOffer.module.css'

/** Asks in place what to do with a pasted text of several lines. Escape declines, and closes nothing else. */
export function PasteOffer({
  text,
  accept,
  onAccept,
  onDecline,
}: {
  text: string
  accept: string
  onAccept: () => void
  onDecline: () => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a question with two answers, not a set of fields
    <div
      className={css.offer}
      role="group"
      aria-label={text}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        event.nativeEvent.stopImmediatePropagation()
        onDecline()
      }}
    >
      <span>{text}</span>
      <ButtonRow>
        <Button ref={takeFocus} onClick={onAccept}>
          {accept}
        </Button>
        <LinkButton onClick={onDecline}>{translate('Paste as one line')}</LinkButton>
      </ButtonRow>
    </div>
  )
}
