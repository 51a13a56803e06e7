import { useRef, useState } from 'react'
import { isolate } from '#admin/format/isolate.ts'
import { translate } from '#admin/format/translate.ts'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import type { Question } from '#model/declaration.ts'

/**
 * Asks a declared question before a save. Reports the answer after the dialog has closed and the focus has
 * returned.
 */
export function AskBefore({
  question: { title, text, yes },
  name,
  onAnswered,
}: {
  question: Question
  /** Name of the record. */
  name: string
  onAnswered: (isYes: boolean) => void
}) {
  const [isOpen, setOpen] = useState(true)
  const isYes = useRef(false)
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={translate(title, { name: isolate(name) })}
      text={text}
      no="Cancel"
      yes={yes}
      onNo={() => setOpen(false)}
      onYes={() => {
        isYes.current = true
        setOpen(false)
      }}
      onClosed={() => onAnswered(isYes.current)}
    />
  )
}
