import { useRef, useState } from 'react'
import { NameIn } from '#admin/ui/NameIn.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import type { Question } from '#model/declaration.ts'

/** Asks what a declaration wants asked before a save; says yes or no once it has closed and the focus is back. */
export function AskBefore({
  question: { title, text, yes },
  name,
  onAnswered,
}: {
  question: Question
  name: string
  onAnswered: (isYes: boolean) => void
}) {
  const [isOpen, setOpen] = useState(true)
  const isYes = useRef(false)
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={<NameIn text={title} name={name} />}
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
