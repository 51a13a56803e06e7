import { translate } from '#admin/format/translate.ts'
import { takeFocus } from '#admin/ui/focus.ts'

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
      className="entry-offer"
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
      <span className="crud-buttons">
        <button ref={takeFocus} type="button" className="entry-button" onClick={onAccept}>
          {accept}
        </button>
        <button type="button" className="entry-link" onClick={onDecline}>
          {translate('Paste as one line')}
        </button>
      </span>
    </div>
  )
}
