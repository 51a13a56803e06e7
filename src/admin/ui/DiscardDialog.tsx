import { translate } from '#admin/format/translate.ts'
import { QuestionDialog } from './QuestionDialog.tsx'

/** Asks before a changed form is discarded. */
export function DiscardDialog({
  isOpen,
  text = 'Your changes have not been saved.',
  keep,
  discard,
}: {
  isOpen: boolean
  /** Describes the changes that would be lost. */
  text?: string
  keep: () => void
  discard: () => void
}) {
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={translate('Discard changes?')}
      text={text}
      no="Keep editing"
      yes="Discard"
      isDangerous
      onNo={keep}
      onYes={discard}
    />
  )
}
