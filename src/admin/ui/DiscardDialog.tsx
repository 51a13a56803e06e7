import { translate } from '#admin/format/translate.ts'
import { QuestionDialog } from './QuestionDialog.tsx'

/** Asks before a changed form is thrown away, or closed while nobody knows yet whether it is saved. */
export function DiscardDialog({
  isOpen,
  isSaving,
  text = 'What you typed has not been saved.',
  keep,
  discard,
}: {
  isOpen: boolean
  isSaving: boolean
  /** What would be lost. */
  text?: string
  keep: () => void
  discard: () => void
}) {
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={translate(isSaving ? 'Close while saving?' : 'Discard changes?')}
      text={isSaving ? 'If the save fails, what you typed is kept as a draft.' : text}
      no={isSaving ? 'Wait' : 'Keep editing'}
      yes={isSaving ? 'Close' : 'Discard'}
      isDangerous
      onNo={keep}
      onYes={discard}
    />
  )
}
